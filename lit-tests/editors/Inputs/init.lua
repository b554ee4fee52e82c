-- What a user of Neovim has who has read editors/neovim/README.md.
local here = debug.getinfo(1, 'S').source:sub(2):match('(.*)/')
local editors = vim.fn.fnamemodify(here .. '/../../../editors', ':p')
vim.opt.runtimepath:append(editors .. 'vim')
vim.opt.runtimepath:append(editors .. 'neovim')
vim.cmd('filetype plugin on')
require('clperf').setup({
  cmd = { vim.env.CLPERF_PROGRAMS .. '/clperf', 'lsp' },
  settings = { clperf = { gpu = { 'gtx-980' } } },
})
