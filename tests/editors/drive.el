;;; drive.el --- Uses cannlint in a real Emacs as a user does, and prints what happened  -*- lexical-binding: t; -*-

(package-initialize)
(add-to-list 'load-path (getenv "CANNLINT_EMACS"))
(require 'cannlint)
(require 'flymake)

(setq cannlint-command (list (getenv "CANNLINT_PYTHON") "-m" "cannlint" "server")
      eglot-autoreconnect 1
      eglot-confirm-server-initiated-edits nil
      make-backup-files nil
      flymake-no-changes-timeout 0.1)
(cannlint-setup)

(defun drive-say (&rest words) (princ (concat (apply #'format words) "\n")))

(defun drive-wait (what condition)
  "Wait until CONDITION holds."
  (let ((end (time-add nil 20)) done)
    (while (and (not (setq done (funcall condition))) (time-less-p nil end))
      (accept-process-output nil 0.02))
    (drive-say "%s %s" what (if done "ok" "TIMEOUT"))
    (unless done (kill-emacs 1))))

(defun drive-codes ()
  "The codes of the findings of this buffer."
  (mapconcat
   (lambda (found)
     (let ((text (flymake-diagnostic-text found)))
       (if (string-match "\\b[A-Z][A-Z][0-9][0-9][0-9]\\b" text) (match-string 0 text) text)))
   (flymake-diagnostics) " "))

(defun drive-wait-codes (what wanted)
  (drive-wait what (lambda () (equal (drive-codes) wanted))))

(defun drive-visit (name)
  "Visit a file as a user does; a command ends with `post-command-hook'."
  (switch-to-buffer (find-file-noselect name))
  (run-hooks 'post-command-hook)
  (drive-wait (format "attach %s" name) (lambda () (eglot-managed-p))))

(defun drive-edit (function)
  "Change the buffer, and let Eglot and Flymake see it: a batch is never idle."
  (funcall function)
  (eglot--signal-textDocument/didChange)
  (flymake-start))

(defun drive-day ()
  "Use it for files of all kinds."
  ;; open, edit, fix, save
  (drive-visit "customize_dtypes.cfg")
  (drive-say "mode %s" major-mode)
  (flymake-start)
  (drive-wait-codes "open" "CD002")
  (drive-edit (lambda () (goto-char (point-min)) (insert "\n")))
  (drive-wait-codes "edit" "CD002 CD002")
  (drive-edit (lambda () (goto-char (point-min)) (delete-char 1)))
  (drive-wait-codes "undo" "CD002")
  (goto-char (point-min))
  (forward-line 1)
  (cl-letf (((symbol-function 'completing-read)
             (lambda (_prompt titles &rest _)
               (car (seq-find (lambda (one) (string-prefix-p "remove" (car one))) titles)))))
    (let ((last-nonmenu-event ?a)) ; a key, not the mouse
      (call-interactively #'eglot-code-actions)))
  (drive-edit #'ignore)
  (drive-wait-codes "fix" "")
  (save-buffer)
  (drive-say "saved")

  ;; completion
  (goto-char (point-max))
  (insert "OpType::Rel")
  (let ((found (eglot-completion-at-point)))
    (drive-say "completion %s"
               (car (member "Relu" (all-completions "" (nth 2 found))))))
  (delete-region (line-beginning-position) (point))
  (set-buffer-modified-p nil)

  ;; a new file that is not saved; a kind that the user chooses; a script of a project
  (drive-visit "keep_dtype.cfg")
  (drive-edit (lambda () (insert "a\na\n")))
  (drive-wait-codes "not saved" "KD104")
  (set-buffer-modified-p nil)
  (switch-to-buffer (find-file-noselect "strange.dat"))
  (insert "a\na\n")
  (cannlint-keep-dtype-mode)
  (run-hooks 'post-command-hook)
  (drive-wait "attach strange.dat" (lambda () (eglot-managed-p)))
  (flymake-start)
  (drive-wait-codes "chosen" "KD104")
  (set-buffer-modified-p nil)
  (drive-visit "project/run.sh")
  (flymake-start)
  (drive-wait-codes "script" "JB002")
  (set-buffer-modified-p nil)
  (kill-emacs 0))

(defun drive-server ()
  "The process of the server."
  (and (eglot-managed-p) (jsonrpc--process (eglot-current-server))))

(defun drive-kill ()
  "The server is killed: Eglot starts it again."
  (drive-visit "customize_dtypes.cfg")
  (flymake-start)
  (drive-wait-codes "open" "CD002")
  (sleep-for 1.5)
  (let ((first (drive-server)))
    (signal-process (process-id first) 'SIGKILL)
    (drive-wait "new server" (lambda () (not (memq (drive-server) (list nil first))))))
  (drive-edit (lambda () (goto-char (point-min)) (insert "\n")))
  (drive-wait-codes "edit" "CD002 CD002")
  (set-buffer-modified-p nil)
  (kill-emacs 0))
;;; drive.el ends here
