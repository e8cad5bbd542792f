-- Types in a real Neovim and completes with CTRL-X CTRL-O, as a user does; prints what is offered.
vim.opt.runtimepath:append(os.getenv("CANNLINT_NEOVIM"))
vim.cmd("filetype on")
vim.opt.completeopt = { "menu", "menuone" }
require("cannlint").setup({ cmd = { os.getenv("CANNLINT_PYTHON"), "-m", "cannlint", "server" } })

local STEP = 10 -- milliseconds
local started = vim.loop.now()

local function say(what) io.stdout:write(what .. "\n") end

local function keys(text)
  vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes(text, true, false, true), "n", false)
end

local function when(what, condition, continue)
  if vim.loop.now() - started > 30000 then
    say("TIMEOUT " .. what .. " in " .. vim.api.nvim_get_current_line())
    vim.cmd("cquit 1")
  elseif condition() then
    continue()
  else
    vim.defer_fn(function() when(what, condition, continue) end, STEP)
  end
end

local function words()
  local found = {}
  for _, item in ipairs(vim.fn.complete_info({ "items" }).items) do table.insert(found, item.word) end
  return found
end

-- Opens a file, types, completes, takes the first item, and says what was offered and the line.
local function complete(file, text, continue)
  vim.cmd("edit! " .. file)
  when("attached", function() return vim.bo.omnifunc ~= "" end, function()
    keys(text .. "<C-x><C-o>")
    when("offered", function() return vim.fn.pumvisible() == 1 end, function()
      say("offered " .. table.concat(words(), " "))
      keys("<C-y><Esc>")
      when("taken", function() return vim.fn.mode() == "n" end, function()
        say("line " .. vim.api.nvim_get_current_line())
        vim.cmd("silent write")
        continue()
      end)
    end)
  end)
end

complete("run.sh", "Goatc --model=a.onnx --prec", function()
  complete("run.sh", "GA=allow_mix_precision_b", function()
    complete("train.py", 'Goop.parameter_map["precision_mode_', function()
      complete("train.py", 'GA"].s = b"cube', function() vim.cmd("qall!") end)
    end)
  end)
end)
