--- Starts the language server `clperf lsp` in Neovim 0.7 and later, and gives it commands.
local M = {}

local filetypes = { 'opencl', 'cuda', 'c', 'cpp' }
local root_markers = { '.clperf', 'compile_commands.json', '.git' }

--- For vim.lsp.config() and vim.lsp.start(). `settings.clperf` has what docs/lsp.md lists.
function M.config()
  return {
    name = 'clperf',
    cmd = { 'clperf', 'lsp' },
    filetypes = filetypes,
    root_markers = root_markers,
    settings = { clperf = vim.empty_dict() },
  }
end

local function client_of(buffer)
  local list = vim.lsp.get_clients or vim.lsp.get_active_clients
  for _, client in ipairs(list({ name = 'clperf' })) do
    if client.name == 'clperf' and vim.lsp.buf_is_attached(buffer, client.id) then
      return client
    end
  end
  vim.notify('clperf: no server runs for this file', vim.log.levels.WARN)
end

local function request(method, params, done)
  local client = client_of(0)
  if not client then
    return
  end
  local function answer(err, result)
    if err then
      vim.notify('clperf: ' .. err.message, vim.log.levels.ERROR)
    else
      done(result)
    end
  end
  if vim.fn.has('nvim-0.11') == 1 then
    client:request(method, params, answer, 0)
  else
    client.request(method, params, answer, 0)
  end
end

local function this_file()
  return { uri = vim.uri_from_bufnr(0) }
end

--- Predicts this file for a GPU; without a name, for one that is picked from a list.
function M.set_gpu(name)
  if name and name ~= '' then
    request('clperf/setGpu', { textDocument = this_file(), gpu = name }, function() end)
    return
  end
  request('clperf/gpus', vim.empty_dict(), function(gpus)
    local options = {
      prompt = 'Predict for which GPU?',
      format_item = function(gpu)
        return gpu.name .. ' (' .. (gpu.arch or '') .. ')'
      end,
    }
    vim.ui.select(gpus, options, function(gpu)
      if gpu then
        M.set_gpu(gpu.name)
      end
    end)
  end)
end

local function browse(path)
  if vim.ui.open then
    vim.ui.open(path)
  else
    vim.fn.jobstart({ 'xdg-open', path }, { detach = true })
  end
end

--- Writes this file's HTML report and shows it; `show` is called with its path instead, if given.
function M.report(show)
  request('clperf/report', { textDocument = this_file() }, function(page)
    local path = vim.fn.tempname() .. '.html'
    vim.fn.writefile(vim.split(page.html, '\n', { plain = true }), path)
    ;(show or browse)(path)
  end)
end

local function attached(buffer)
  vim.api.nvim_buf_create_user_command(buffer, 'ClperfGpu', function(call)
    M.set_gpu(call.args)
  end, { nargs = '?', desc = 'predict this file for another GPU' })
  vim.api.nvim_buf_create_user_command(buffer, 'ClperfReport', function()
    M.report()
  end, { desc = "show this file's report" })
  if vim.lsp.inlay_hint then
    vim.lsp.inlay_hint.enable(true, { bufnr = buffer })
  end
  vim.api.nvim_create_autocmd({ 'BufEnter', 'InsertLeave', 'BufWritePost' }, {
    buffer = buffer,
    callback = function()
      vim.lsp.codelens.refresh()
    end,
  })
  vim.api.nvim_buf_call(buffer, vim.lsp.codelens.refresh)
end

--- What the server's lenses do.
local function register_commands()
  vim.lsp.commands['clperf.chooseGpu'] = function()
    M.set_gpu()
  end
  vim.lsp.commands['clperf.openReport'] = function()
    M.report()
  end
end

local function find_root(buffer)
  local path = vim.api.nvim_buf_get_name(buffer)
  local dir = vim.fn.fnamemodify(path, ':p:h')
  for _, marker in ipairs(root_markers) do
    local found = vim.fn.findfile(marker, dir .. ';')
    found = found ~= '' and found or vim.fn.finddir(marker, dir .. ';')
    if found ~= '' then
      return vim.fn.fnamemodify(found, ':p:h' .. (marker == '.git' and ':h' or ''))
    end
  end
  return dir
end

--- Clients by their root, where Neovim does not find them itself (0.7).
local clients = {}

local function start(config, buffer)
  if vim.bo[buffer].buftype ~= '' then
    return
  end
  local own = vim.tbl_extend('force', config, { root_dir = find_root(buffer) })
  if vim.lsp.start then
    vim.lsp.start(own, { bufnr = buffer })
    return
  end
  local id = clients[own.root_dir]
  if not id or not vim.lsp.get_client_by_id(id) then
    id = vim.lsp.start_client(own)
    clients[own.root_dir] = id
  end
  if id then
    vim.lsp.buf_attach_client(buffer, id)
  end
end

--- Gives the server the settings: Neovim 0.7 neither says them nor is asked for them.
local function send_settings(client)
  local settings = client.config.settings
  if settings and not vim.tbl_isempty(settings) then
    if vim.fn.has('nvim-0.11') == 1 then
      client:notify('workspace/didChangeConfiguration', { settings = settings })
    else
      client.notify('workspace/didChangeConfiguration', { settings = settings })
    end
  end
end

--- Starts the server with files of the languages; `options` go over M.config().
function M.setup(options)
  local config = vim.tbl_deep_extend('force', M.config(), options or {})
  local on_attach = config.on_attach
  config.on_attach = function(client, buffer)
    attached(buffer)
    if on_attach then
      on_attach(client, buffer)
    end
  end
  local on_init = config.on_init
  config.on_init = function(client, ...)
    send_settings(client)
    if on_init then
      return on_init(client, ...)
    end
  end
  register_commands()
  if vim.lsp.config then
    vim.lsp.config('clperf', config)
    vim.lsp.enable('clperf')
    return
  end
  vim.api.nvim_create_autocmd('FileType', {
    group = vim.api.nvim_create_augroup('clperf', {}),
    pattern = config.filetypes,
    callback = function(event)
      start(config, event.buf or tonumber(vim.fn.expand('<abuf>')))
    end,
  })
end

return M
