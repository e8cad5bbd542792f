-- For Neovim 0.11 or later: vim.lsp.enable("cannlint"). This folder must be on the runtimepath.
return require("cannlint").config()
