-- Does what a user would, and prints what is seen.
local function say(...)
  io.stderr:write(string.format(...), '\n')
end

local function wait(what, get)
  local value
  if not vim.wait(60000, function()
    value = get()
    return value
  end, 20) then
    say('no %s', what)
    vim.cmd('cquit')
  end
  return value
end

local function severity(d)
  return vim.diagnostic.severity[d.severity]
end

local function diagnostic_of(gpu)
  for _, d in ipairs(vim.diagnostic.get(0)) do
    if d.message:find('ms on ' .. gpu, 1, true) then
      return d
    end
  end
end

local function place(d)
  return string.format('%d:%d-%d:%d', d.lnum + 1, d.col + 1, d.end_lnum + 1, d.end_col + 1)
end

local function lint()
  local linter = require('lint.linters.clperf')
  local command = { vim.env.CLPERF_PROGRAMS .. '/' .. linter.cmd }
  vim.list_extend(command, linter.args)
  table.insert(command, vim.api.nvim_buf_get_name(0))
  local words = table.concat(vim.tbl_map(vim.fn.shellescape, command), ' ')
  for _, d in ipairs(linter.parser(vim.fn.system(words .. ' 2>&1'), 0, vim.fn.getcwd())) do
    say('linter: %d:%d %s %s %s', d.lnum + 1, d.col + 1, severity(d), d.code, d.message)
  end
end

local function fix()
  vim.ui.select = function(actions, options, done)
    for i, action in ipairs(actions) do
      local title = options.format_item(action)
      if title:find('one element longer', 1, true) then
        say('action: %s', title)
        return done(action, i)
      end
    end
    say('no fix among %d actions', #actions)
    vim.cmd('cquit')
  end
  vim.lsp.buf.code_action()
  return wait('edit', function()
    local line = vim.api.nvim_buf_get_lines(0, 10, 11, true)[1]
    return line:find('+ 1', 1, true) and line
  end)
end

local function run()
  lint()
  local d = wait('diagnostic', function() return diagnostic_of('gtx-980') end)
  say('diagnostic: %s %s %s %s %s', place(d), severity(d), d.source, d.user_data.lsp.code, d.message)

  local lenses = wait('lenses', function()
    local all = vim.lsp.codelens.get(0)
    return #all == 2 and all
  end)
  for _, lens in ipairs(lenses) do
    say('lens: %s', lens.command.title)
  end

  local path
  require('clperf').report(function(p) path = p end)
  wait('report', function() return path end)
  say('report: %s', table.concat(vim.fn.readfile(path), '\n'):match('<title>(.-)</title>'))

  vim.cmd('ClperfGpu rtx-2080-ti')
  say('rtx-2080-ti: %s', place(wait('prediction for rtx-2080-ti', function() return diagnostic_of('rtx-2080-ti') end)))
  vim.cmd('ClperfGpu gtx-980')
  wait('prediction for gtx-980', function() return diagnostic_of('gtx-980') end)

  vim.api.nvim_win_set_cursor(0, { d.lnum + 1, d.col })
  say('fixed: %s', fix())
  wait('end of the finding', function() return #vim.diagnostic.get(0) == 0 end)
  vim.cmd('write')
  say('diagnostics: %d', #vim.diagnostic.get(0))
  vim.cmd('qall!')
end

local fine, problem = pcall(run)
if not fine then
  say('%s', problem)
  vim.cmd('cquit')
end
