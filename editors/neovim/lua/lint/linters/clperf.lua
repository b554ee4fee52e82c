--- The linter `clperf` of nvim-lint: findings of clperf-cc for the file as it was saved.
local severities = { warning = vim.diagnostic.severity.WARN, error = vim.diagnostic.severity.ERROR }
local pattern = '^(.-):(%d+):(%d+): (%a+): (.*) %[%-W([%w=-]*clperf[%w-]*)%]$'

local function is_this(file, buffer, dir)
  local path = file:sub(1, 1) == '/' and file or dir .. '/' .. file
  local name = vim.api.nvim_buf_get_name(buffer)
  local real = vim.loop.fs_realpath
  return path == name or (real(path) or path) == (real(name) or name)
end

local function parse(output, buffer, dir)
  local found = {}
  for line in vim.gsplit(output, '\n', true) do
    local file, row, column, kind, message, code = line:match(pattern)
    if file and severities[kind] and is_this(file, buffer, dir or vim.fn.getcwd()) then
      table.insert(found, {
        lnum = tonumber(row) - 1,
        col = tonumber(column) - 1,
        severity = severities[kind],
        source = 'clperf',
        code = (code:gsub('^error=', '')),
        message = message,
      })
    end
  end
  return found
end

return {
  cmd = 'clperf-cc',
  stdin = false,
  append_fname = true,
  args = { '-fsyntax-only' },
  stream = 'stderr',
  ignore_exitcode = true,
  parser = parse,
}
