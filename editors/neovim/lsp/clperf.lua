--- For vim.lsp.enable('clperf') of Neovim 0.11 and later.
return require('clperf').config()
