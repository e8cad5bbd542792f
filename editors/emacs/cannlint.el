;;; cannlint.el --- Check config files and options of Ascend CANN  -*- lexical-binding: t; -*-

;; Copyright the cannlint contributors
;; SPDX-License-Identifier: Apache-2.0

;; Version: 0.2.0
;; Package-Requires: ((emacs "28.1") (eglot "1.9"))
;; Keywords: languages, tools, convenience

;;; Commentary:

;; Starts `cannlint server' with Eglot.  It needs: pip install 'cannlint[lsp]'
;;
;;   (require 'cannlint)
;;   (cannlint-setup)
;;
;; Config files with a common name get a mode for their kind, and are checked
;; when they are visited.  Other config files, scripts and pages are checked if
;; there is a cannlint.toml in their folder or above.  Everywhere else use
;; M-x eglot.  To choose the kind of a file, use its mode, for example
;; M-x cannlint-keep-dtype-mode.

;;; Code:

(require 'conf-mode)
(require 'eglot)

(defgroup cannlint nil
  "Check config files and options of Ascend CANN."
  :group 'languages
  :prefix "cannlint-")

(defcustom cannlint-command '("cannlint" "server")
  "The command of the language server.
Set it before `cannlint-setup' is called."
  :type '(repeat string)
  :risky t)

(defcustom cannlint-modes
  '(conf-mode conf-unix-mode conf-windows-mode conf-space-mode conf-colon-mode
    conf-toml-mode toml-mode toml-ts-mode js-json-mode json-mode json-ts-mode
    sh-mode bash-ts-mode markdown-mode gfm-mode rst-mode text-mode
    yaml-mode yaml-ts-mode dockerfile-mode dockerfile-ts-mode makefile-mode
    makefile-gmake-mode bat-mode diff-mode
    fundamental-mode)
  "Modes of files for CANN, and of scripts and pages with its options.
Eglot has one server for a mode.  Remove modes for which you use another
server; those of Python are not here, because most users have one for it.
Set it before `cannlint-setup' is called."
  :type '(repeat symbol))

;; The names of these modes end with the kind; Eglot tells the server the
;; language, which decides the kind.

(defmacro cannlint--define-kind (kind title pattern)
  "Define the mode of files of KIND, a symbol with dashes.
TITLE is shown in the mode line; PATTERN matches common file names."
  (let ((mode (intern (format "cannlint-%s-mode" kind))))
    `(progn
       (define-derived-mode ,mode conf-mode ,title
         ,(format "Major mode for %s files of Ascend CANN." title))
       (put ',mode 'eglot-language-id ,(format "cann-%s" kind))
       (add-to-list 'auto-mode-alist '(,pattern . ,mode)))))

(cannlint--define-kind customize-dtypes "customize_dtypes"
  "custom\\(?:ize\\)?_dtypes[^/]*\\.cfg\\'")
(cannlint--define-kind op-precision "op_precision_mode"
  "op_precision[^/]*\\.ini\\'")
(cannlint--define-kind keep-dtype "keep_dtype"
  "\\(?:keep_dtype[^/]*\\.\\(?:cfg\\|list\\)\\|exceptionlist[^/]*\\.cfg\\)\\'")
(cannlint--define-kind mixlist "modify_mixlist"
  "mixlist[^/]*\\.\\(?:cfg\\|txt\\)\\'")
(cannlint--define-kind fusion-switch "fusion_switch_file"
  "fusion_\\(?:switch\\|off\\)[^/]*\\.cfg\\'")

(defconst cannlint--kind-modes
  '(cannlint-customize-dtypes-mode cannlint-op-precision-mode
    cannlint-keep-dtype-mode cannlint-mixlist-mode cannlint-fusion-switch-mode)
  "The modes of the kinds.")

(defun cannlint--entries ()
  "The entries for `eglot-server-programs'.
An Eglot before 1.12 tells a server one language for all its files, so that
each kind needs a server of its own."
  (if (fboundp 'eglot--languages)
      (list (cons (append cannlint--kind-modes cannlint-modes) cannlint-command))
    (mapcar (lambda (modes) (cons modes cannlint-command))
            (append cannlint--kind-modes (list cannlint-modes)))))

(defun cannlint-ensure ()
  "Check this file if it has a mode for CANN, or if there is a cannlint.toml."
  (when (and buffer-file-name
             (or (memq major-mode cannlint--kind-modes)
                 (locate-dominating-file buffer-file-name "cannlint.toml")))
    (eglot-ensure)))

;;;###autoload
(defun cannlint-setup ()
  "Use cannlint with Eglot in all modes of its files."
  (dolist (entry (reverse (cannlint--entries)))
    (add-to-list 'eglot-server-programs entry))
  (dolist (mode (append cannlint--kind-modes cannlint-modes))
    (add-hook (intern (format "%s-hook" mode)) #'cannlint-ensure)))

(provide 'cannlint)
;;; cannlint.el ends here
