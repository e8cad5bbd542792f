-- cannlint in Neovim: starts `cannlint server`, attaches buffers to it, and starts it again if it dies.
--
--   require("cannlint").setup()                              -- cannlint is on the PATH
--   require("cannlint").setup({ cmd = { "/venv/bin/cannlint", "server" } })
--
-- Neovim 0.11 or later can also use lsp/cannlint.lua: vim.lsp.enable("cannlint").
--
-- The server recognises files for CANN by their content, or by the job that names them. It reports
-- nothing about other files, so that attaching many kinds of files does no harm.

local M = {}

-- filetypes of config files, scripts and pages; `cann-*` are set by the user, to choose a kind
local filetypes = {
  "cann-customize-dtypes", "cann-fusion-switch", "cann-keep-dtype", "cann-mixlist",
  "cann-op-precision",
  "bash", "cfg", "conf", "config", "dosini", "ini", "json", "jsonc", "ksh", "markdown", "python",
  "rst", "sh", "text", "toml", "yaml", "dockerfile", "make", "dosbatch", "diff", "zsh",
}

-- names of such files, because Neovim knows no filetype for some of them
local patterns = {
  "*.cfg", "*.ini", "*.list", "*.conf", "*.config", "*.json", "*.txt",
  "*.sh", "*.bash", "*.zsh", "*.ksh", "*.py", "*.md", "*.markdown", "*.rst",
  "*.yml", "*.yaml", "*.dockerfile", "*.mk", "*.bat", "*.cmd", "*.ipynb", "*.patch", "*.diff",
  "*.cpp", "*.cc", "*.cxx", "*.c", "*.h", "*.hpp",
  "Dockerfile", "Makefile",
  "cannlint.toml", "pyproject.toml",
}

-- start the server again so many times in so many seconds
local MOST_STARTS, PERIOD = 4, 60

local buffers = {}       -- attached buffers
local starts = {}        -- times when the server was started again
local current = nil      -- the configuration of the client
local old_client = nil   -- the client in Neovim 0.7
local is_watching = false
local group = vim.api.nvim_create_augroup("cannlint", { clear = true })

-- Neovim has one address for all buffers without a name, so that they cannot be attached.
local function has_name(buffer) return vim.api.nvim_buf_get_name(buffer) ~= "" end

local function root_of(buffer)
  local folder = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(buffer), ":p:h")
  while true do
    for _, marker in ipairs({ "cannlint.toml", ".git" }) do
      if vim.loop.fs_stat(folder .. "/" .. marker) then return folder end
    end
    local above = vim.fn.fnamemodify(folder, ":h")
    if above == folder then return nil end
    folder = above
  end
end

-- The command with the path of its program: Windows looks for a bare name in the current folder
-- before it looks on PATH, and that folder is the one that is being looked at.
local function on_path(cmd)
  if type(cmd) ~= "table" or vim.fn.has("win32") == 0 or cmd[1]:find("[/\\]") then return cmd end
  local ending = cmd[1]:find("%.") and "" or ".exe"
  for folder in (vim.env.PATH or ""):gmatch("[^;]+") do
    local found = folder .. "\\" .. cmd[1] .. ending
    if folder:find("^%a:[/\\]") and vim.loop.fs_stat(found) then
      return vim.list_extend({ found }, vim.list_slice(cmd, 2))
    end
  end
  -- a path, so that it is looked for nowhere else: the error names the program
  return vim.list_extend({ "C:\\not on PATH\\" .. cmd[1] }, vim.list_slice(cmd, 2))
end

local function forget(buffer) buffers[buffer] = nil end

local function start_all()
  for buffer in pairs(buffers) do
    if vim.api.nvim_buf_is_loaded(buffer) then M.start(buffer) else forget(buffer) end
  end
end

local function on_attach(_, buffer)
  buffers[buffer] = true
  -- Neovim 0.8 and later set it themselves
  if vim.api.nvim_buf_get_option(buffer, "omnifunc") == "" then
    vim.api.nvim_buf_set_option(buffer, "omnifunc", "v:lua.vim.lsp.omnifunc")
  end
end

local function on_exit(code, signal)
  old_client = nil
  local was_stopped = code == 0 and signal == 0
  if was_stopped or vim.v.exiting ~= vim.NIL then return end
  vim.defer_fn(function()
    local now = os.time()
    starts = vim.tbl_filter(function(time) return now - time < PERIOD end, starts)
    if #starts >= MOST_STARTS then
      local text = "cannlint: the server stops again and again; :lua require('cannlint').restart()"
      vim.notify(text, vim.log.levels.ERROR)
      return
    end
    table.insert(starts, now)
    start_all()
  end, 100)
end

local function clients()
  local all = (vim.lsp.get_clients or vim.lsp.get_active_clients)()
  return vim.tbl_filter(function(client) return client.name == "cannlint" end, all)
end

-- The server is told the name and the filetype of a buffer when it is attached.
local function attach_again(buffer)
  if buffers[buffer] then
    for _, client in ipairs(clients()) do vim.lsp.buf_detach_client(buffer, client.id) end
  end
  vim.schedule(function()
    if vim.api.nvim_buf_is_loaded(buffer) then M.start(buffer) end
  end)
end

local function watch()
  if is_watching then return end
  is_watching = true
  local function on(events, more)
    vim.api.nvim_create_autocmd(events, vim.tbl_extend("force", { group = group }, more))
  end
  on("BufUnload", { callback = function(event) forget(event.buf) end })
  on("FileType", { pattern = "cann-*", callback = function(event) attach_again(event.buf) end })
  on("BufFilePost", {
    callback = function(event) if buffers[event.buf] then attach_again(event.buf) end end,
  })
  if vim.fn.exists("##LspAttach") == 1 then -- also if the user has another on_attach
    on("LspAttach", {
      callback = function(event)
        local client = vim.lsp.get_client_by_id(event.data.client_id)
        if client and client.name == "cannlint" then buffers[event.buf] = true end
      end,
    })
  end
end

-- The configuration of the client, for vim.lsp.config.
function M.config(options)
  watch()
  options = options or {}
  options.cmd = on_path(options.cmd or { "cannlint", "server" })
  return vim.tbl_extend("force", {
    name = "cannlint",
    filetypes = filetypes,
    root_dir = function(buffer, start)
      if has_name(buffer) then start(root_of(buffer)) end
    end,
    on_attach = on_attach,
    on_exit = on_exit,
  }, options)
end

-- Attach a buffer; start the server if it does not run.
function M.start(buffer)
  if buffer == nil or buffer == 0 then buffer = vim.api.nvim_get_current_buf() end
  if not has_name(buffer) then return end
  local config = current or vim.lsp.config and vim.lsp.config.cannlint or M.config()
  config = vim.tbl_extend("force", config, { name = "cannlint" })
  config.root_dir, config.filetypes = root_of(buffer), nil
  if vim.lsp.start then
    vim.api.nvim_buf_call(buffer, function() vim.lsp.start(config) end)
    return
  end
  if old_client == nil or vim.lsp.get_client_by_id(old_client) == nil then
    old_client = vim.lsp.start_client(config)
  end
  if old_client ~= nil then vim.lsp.buf_attach_client(buffer, old_client) end
end

-- Start the server again for all buffers.
function M.restart()
  starts = {}
  for _, client in ipairs(clients()) do vim.lsp.stop_client(client.id) end
  vim.defer_fn(start_all, 500)
end

function M.setup(options)
  options = vim.deepcopy(options or {})
  local by_name = options.pattern or patterns
  options.pattern = nil
  current = M.config(options)
  if vim.lsp.config then
    vim.lsp.config("cannlint", current)
    vim.lsp.enable("cannlint")
  end
  vim.api.nvim_create_autocmd({ "BufReadPost", "BufNewFile", "BufFilePost" }, {
    group = group,
    pattern = by_name,
    callback = function(event)
      vim.schedule(function() -- after the filetype is known, which the server is told
        local is_there = vim.api.nvim_buf_is_loaded(event.buf)
        if is_there and not buffers[event.buf] then M.start(event.buf) end
      end)
    end,
  })
end

return M
