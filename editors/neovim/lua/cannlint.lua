-- cannlint in Neovim (0.7 or later): diagnostics while you write, quick fixes, hover, completion.
--
--   require("cannlint").setup()                              -- cannlint is on the PATH
--   require("cannlint").setup({ cmd = { "/venv/bin/cannlint", "server" } })
--
-- The server looks at a file's content to tell whether CANN reads it, and says nothing about
-- files of other kinds; `pattern` is only what it is asked about.

local M = {}

local defaults = {
  cmd = { "cannlint", "server" },
  pattern = {
    "*.cfg", "*.ini", "*.list", "*.conf", "*.config", "*.json", "*.txt",
    "*.sh", "*.bash", "*.zsh", "*.ksh", "*.py", "*.md", "*.markdown", "*.rst",
    "cannlint.toml", "pyproject.toml",
  },
}

local client_id = nil

local function root_of(buffer)
  local folder = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(buffer), ":p:h")
  local config = vim.fn.findfile("cannlint.toml", folder .. ";")
  return config ~= "" and vim.fn.fnamemodify(config, ":p:h") or folder
end

function M.attach(buffer, options)
  if client_id == nil or vim.lsp.get_client_by_id(client_id) == nil then
    client_id = vim.lsp.start_client({
      name = "cannlint",
      cmd = options.cmd,
      root_dir = root_of(buffer),
      on_exit = function() client_id = nil end,
    })
  end
  if client_id ~= nil then vim.lsp.buf_attach_client(buffer, client_id) end
end

function M.setup(options)
  options = vim.tbl_extend("force", defaults, options or {})
  vim.api.nvim_create_autocmd({ "BufReadPost", "BufNewFile" }, {
    group = vim.api.nvim_create_augroup("cannlint", { clear = true }),
    pattern = options.pattern,
    callback = function(event) M.attach(event.buf, options) end,
  })
end

return M
