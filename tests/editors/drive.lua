-- Uses cannlint in a real Neovim as a user does, and prints what happened and when.
-- CANNLINT_START is the Lua code of the user's init.lua.
vim.opt.runtimepath:append(os.getenv("CANNLINT_NEOVIM"))
vim.cmd("filetype on")

local function say(what) io.stdout:write(what .. "\n") end

local function read(path)
  local file = io.open(path)
  local text = file and file:read("*a")
  if file then file:close() end
  return text
end

local function wait_for(what, condition)
  local started = vim.loop.hrtime()
  local done = vim.wait(20000, condition, 5)
  say(("%s %s %.0f ms"):format(what, done and "ok" or "TIMEOUT", (vim.loop.hrtime() - started) / 1e6))
  if not done then vim.cmd("cquit 1") end
end

local function codes(buffer)
  local found = {}
  for _, one in ipairs(vim.diagnostic.get(buffer)) do
    table.insert(found, one.code or one.user_data.lsp.code)
  end
  table.sort(found)
  return table.concat(found, " ")
end

local function wait_for_codes(what, wanted, buffer)
  wait_for(what, function() return codes(buffer or 0) == wanted end)
end

local command = ("%s -m cannlint server"):format(os.getenv("CANNLINT_PYTHON"))
local pid_file = os.getenv("CANNLINT_FOLDER") .. "/pid"
SERVER = { "sh", "-c", ("echo $$ > %s; exec %s"):format(pid_file, command) }
assert((loadstring or load)(os.getenv("CANNLINT_START")))()

-- open, edit, fix, save
vim.cmd("edit customize_dtypes.cfg")
local first = vim.api.nvim_get_current_buf()
wait_for_codes("open", "CD002")
local found = vim.diagnostic.get(0)[1]
say(("diagnostic %d:%d"):format(found.lnum + 1, found.col + 1))
vim.api.nvim_buf_set_lines(0, 0, 0, false, { "" })
wait_for_codes("edit", "CD002 CD002")
vim.cmd("silent undo")
wait_for_codes("undo", "CD002")
local place = { line = found.lnum, character = found.col }
local answers = vim.lsp.buf_request_sync(0, "textDocument/codeAction", {
  textDocument = vim.lsp.util.make_text_document_params(),
  range = { start = place, ["end"] = place },
  context = { diagnostics = {}, only = { "quickfix" } },
}, 20000)
for id, answer in pairs(answers) do
  local action = answer.result[1]
  say("action " .. action.title)
  if not action.edit then
    local resolved = vim.lsp.buf_request_sync(0, "codeAction/resolve", action, 20000)
    action = resolved[id].result
  end
  vim.lsp.util.apply_workspace_edit(action.edit, "utf-16")
end
vim.cmd("silent write")
wait_for_codes("save", "")

-- completion with CTRL-X CTRL-O
say("omnifunc " .. vim.bo.omnifunc)
vim.cmd("edit run.sh")
local line = "atc --model=a.onnx --framework=5 --soc_version=Ascend910B3 --precision_mode="
local params = vim.lsp.util.make_text_document_params()
wait_for("attached", function() return vim.bo.omnifunc ~= "" end)
vim.api.nvim_buf_set_lines(0, 0, -1, false, { line })
local completed = vim.lsp.buf_request_sync(0, "textDocument/completion", {
  textDocument = params,
  position = { line = 0, character = #line },
}, 20000)
for _, answer in pairs(completed) do
  local items = answer.result.items or answer.result
  for _, item in ipairs(items) do
    if item.label:find("force_fp16", 1, true) then say("completion " .. item.label) end
  end
end

-- a name that Neovim has no filetype for; files that are not saved; a kind that the user chooses
vim.cmd("edit names.list")
wait_for_codes("no filetype", "CD002")
vim.cmd("enew")
vim.api.nvim_buf_set_lines(0, 0, -1, false, {
  "import npu_device", 'npu_device.global_options().precision_mode = "fp16"',
})
vim.cmd("file fresh.py | filetype detect")
wait_for_codes("not saved", "JB002")
vim.cmd("bwipeout!")
vim.cmd("edit strange.txt")
vim.api.nvim_buf_set_lines(0, 0, -1, false, { "a", "a" })
vim.cmd("set filetype=cann-keep-dtype")
wait_for_codes("chosen", "KD104")
vim.cmd("set filetype=cann-op-precision")
wait_for("chosen again", function() return codes(0):find("OP") ~= nil end)
vim.cmd("bwipeout!")

-- the server is killed: all buffers are attached again
local listed = vim.fn.bufnr("names.list")
vim.api.nvim_buf_set_lines(first, 0, 0, false, { "" })
wait_for_codes("before", "CD002", first)
local before = read(pid_file)
vim.loop.kill(tonumber(before), "sigkill")
wait_for("killed", function() return codes(first) == "" and codes(listed) == "" end)
wait_for_codes("again", "CD002", first)
wait_for_codes("others again", "CD002", listed)
wait_for("new server", function() return read(pid_file) ~= before end)
vim.api.nvim_buf_set_lines(first, 0, 1, false, {})
wait_for_codes("edit again", "", first)
vim.cmd("qall!")
