-- Opens a file with a fault, applies its quick fix, saves, and prints what happened and when.
vim.opt.runtimepath:append(os.getenv("CANNLINT_NEOVIM"))
require("cannlint").setup({ cmd = { os.getenv("CANNLINT_PYTHON"), "-m", "cannlint", "server" } })

local function say(what) io.stdout:write(what .. "\n") end

local function wait_for(what, condition)
  local started = vim.loop.hrtime()
  local done = vim.wait(20000, condition, 5)
  say(("%s %s %.0f ms"):format(what, done and "ok" or "TIMEOUT", (vim.loop.hrtime() - started) / 1e6))
  if not done then vim.cmd("cquit 1") end
end

local function diagnostics() return vim.diagnostic.get(0) end

vim.cmd("edit " .. os.getenv("CANNLINT_FILE"))
wait_for("shown", function() return #diagnostics() > 0 end)
for _, found in ipairs(diagnostics()) do
  say(("diagnostic %d:%d %s"):format(found.lnum + 1, found.col + 1, found.code or found.user_data.lsp.code))
end

local found = diagnostics()[1]
local place = { line = found.lnum, character = found.col }
local answers = vim.lsp.buf_request_sync(0, "textDocument/codeAction", {
  textDocument = vim.lsp.util.make_text_document_params(),
  range = { start = place, ["end"] = place },
  context = { diagnostics = {}, only = { "quickfix" } },
}, 20000)
for _, answer in pairs(answers) do
  local action = answer.result[1]
  say("action " .. action.title)
  vim.lsp.util.apply_workspace_edit(action.edit, "utf-16")
end
vim.cmd("write")
wait_for("gone", function() return #diagnostics() == 0 end)
vim.cmd("qall!")
