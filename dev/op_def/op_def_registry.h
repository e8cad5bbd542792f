/* What an operator definition of CANN's open repositories is compiled with, to read it by running it.
 *
 * Such a file builds an OpDef. Here the OpDef keeps what an ops-info file has of it: the tensors with
 * their dtypes and formats, and the flags of each SoC. OP_ADD prints one JSON object for each SoC:
 *
 *     {"op": "Gelu", "soc": "ascend950", "entry": {"input0": {...}, ...}}
 *
 * Everything else that a definition says (attributes, tiling, inference of shapes) is taken and left
 * out. ge::DT_... and ge::FORMAT_... are written by dev/release_branches.py, for the names that a file
 * uses.
 */
#pragma once
#include <cstdint>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

namespace ge {
struct DataType { const char *name; };
struct Format { const char *name; };
#include "names.inc"
}  // namespace ge

namespace ops {
enum Option { REQUIRED, OPTIONAL, DYNAMIC, VIRTUAL, IGNORE };
enum class DependScope { ALL, TILING };
enum class FollowType { ALL, DTYPE, FORMAT, SHAPE };
enum class HcclServerType { AICPU, AICORE, CCU, MAX };
enum class FormatCheckOption { DEFAULT, STRICT };
enum class InitValueType { INIT_VALUE_DEFAULT, INIT_VALUE_UINT64_T };

/* Takes the calls that say nothing about dtypes. */
#define TAKEN(self, name) template <class... Args> self &name(Args &&...) { return *this; }

inline std::string quoted(const std::string &text) {
  std::string found = "\"";
  for (char one : text) found += (one == '"' || one == '\\') ? std::string("\\") + one : std::string(1, one);
  return found + "\"";
}

class OpParamDef {
 public:
  explicit OpParamDef(std::string given) : name(given) {}
  OpParamDef &ParamType(Option given) { type = given; has_type = true; return *this; }
  OpParamDef &DataType(std::vector<ge::DataType> given) { dtypes = {given, false}; return *this; }
  OpParamDef &DataTypeList(std::vector<ge::DataType> given) { dtypes = {given, true}; return *this; }
  OpParamDef &Format(std::vector<ge::Format> given) { formats = {given, false}; return *this; }
  OpParamDef &FormatList(std::vector<ge::Format> given) { formats = {given, true}; return *this; }
  OpParamDef &UnknownShapeFormat(std::vector<ge::Format> given) { unknown = given; return *this; }
  OpParamDef &Follow(const char *other) { return Follow(other, FollowType::ALL); }
  OpParamDef &Follow(const char *other, FollowType what) {
    if (what == FollowType::ALL || what == FollowType::DTYPE) follows = other;
    return *this;
  }
  template <class... Args> OpParamDef &ValueDepend(Args &&...) { is_plain = true; return *this; }
  OpParamDef &Scalar() { is_plain = true; return *this; }
  OpParamDef &ScalarList() { is_plain = true; return *this; }
  OpParamDef &To(ge::DataType given) { return DataTypeList({given}); }
  OpParamDef &To(const char *other) { follows = other; return *this; }
  TAKEN(OpParamDef, DataTypeForBinQuery) TAKEN(OpParamDef, FormatForBinQuery)
  TAKEN(OpParamDef, IgnoreContiguous) TAKEN(OpParamDef, AutoContiguous)
  TAKEN(OpParamDef, Version) TAKEN(OpParamDef, InitValue)
  TAKEN(OpParamDef, OutputShapeDependOnCompute) TAKEN(OpParamDef, Comment)

  /* Takes over what a SoC says of the tensor itself. */
  void Merge(const OpParamDef &own) {
    if (own.has_type) type = own.type;
    if (!own.dtypes.values.empty()) dtypes = own.dtypes;
    if (!own.formats.values.empty()) formats = own.formats;
    if (!own.unknown.empty()) unknown = own.unknown;
    if (!own.follows.empty()) follows = own.follows;
    is_plain = is_plain || own.is_plain;
  }

  /* The values of each column, or (is_set) those that are combined with the others'. */
  template <class Value> struct Values { std::vector<Value> values; bool is_set = false; };

  std::string name, follows;
  Option type = OPTIONAL;
  bool has_type = false, is_plain = false; /* plain: always in the format ND */
  Values<ge::DataType> dtypes;
  Values<ge::Format> formats;
  std::vector<ge::Format> unknown;
};

class OpAttrDef {
 public:
  TAKEN(OpAttrDef, AttrType) TAKEN(OpAttrDef, Bool) TAKEN(OpAttrDef, Float) TAKEN(OpAttrDef, Int)
  TAKEN(OpAttrDef, String) TAKEN(OpAttrDef, Version) TAKEN(OpAttrDef, Comment)
  OpAttrDef &ListBool() { return *this; } OpAttrDef &ListBool(std::vector<bool>) { return *this; }
  OpAttrDef &ListFloat() { return *this; } OpAttrDef &ListFloat(std::vector<float>) { return *this; }
  OpAttrDef &ListInt() { return *this; } OpAttrDef &ListInt(std::vector<int64_t>) { return *this; }
  OpAttrDef &ListListInt() { return *this; }
  OpAttrDef &ListListInt(std::vector<std::vector<int64_t>>) { return *this; }
};

using Params = std::vector<OpParamDef>;

inline OpParamDef &named(Params &params, const char *name) {
  for (auto &one : params) if (one.name == name) return one;
  params.reserve(64); /* what was given out before stays where it is */
  params.emplace_back(name);
  return params.back();
}

class OpAICoreConfig {
 public:
  OpAICoreConfig() = default;
  explicit OpAICoreConfig(const char *) {}
  OpParamDef &Input(const char *name) { return named(inputs, name); }
  OpParamDef &Output(const char *name) { return named(outputs, name); }
  OpAICoreConfig &DynamicCompileStaticFlag(bool on) { return Flag("dynamicCompileStatic", on); }
  OpAICoreConfig &DynamicFormatFlag(bool on) { return Flag("dynamicFormat", on); }
  OpAICoreConfig &DynamicRankSupportFlag(bool on) { return Flag("dynamicRankSupport", on); }
  OpAICoreConfig &DynamicShapeSupportFlag(bool on) { return Flag("dynamicShapeSupport", on); }
  OpAICoreConfig &NeedCheckSupportFlag(bool on) { return Flag("needCheckSupport", on); }
  OpAICoreConfig &PrecisionReduceFlag(bool on) { return Flag("precision_reduce", on); }
  OpAICoreConfig &ExtendCfgInfo(const char *key, const char *value) { flags[key] = value; return *this; }
  OpAICoreConfig &Flag(const std::string &key, bool on) {
    flags[key + ".flag"] = on ? "true" : "false";
    return *this;
  }

  Params inputs, outputs;
  std::map<std::string, std::string> flags;
};

class OpAICoreDef {
 public:
  TAKEN(OpAICoreDef, SetTiling) TAKEN(OpAICoreDef, SetCheckSupport) TAKEN(OpAICoreDef, SetOpSelectFormat)
  TAKEN(OpAICoreDef, SetOpSupportInfo) TAKEN(OpAICoreDef, SetOpSpecInfo) TAKEN(OpAICoreDef, SetParamGeneralize)
  TAKEN(OpAICoreDef, SetTilingParse)
  OpAICoreDef &AddConfig(const char *soc) {
    OpAICoreConfig usual;
    usual.DynamicCompileStaticFlag(true).DynamicFormatFlag(true).DynamicRankSupportFlag(true);
    usual.DynamicShapeSupportFlag(true).NeedCheckSupportFlag(false).PrecisionReduceFlag(true);
    return AddConfig(soc, usual);
  }
  OpAICoreDef &AddConfig(const char *soc, const OpAICoreConfig &given) { configs[soc] = given; return *this; }

  std::map<std::string, OpAICoreConfig> configs;
};

class OpMC2Def {
 public:
  TAKEN(OpMC2Def, HcclGroup) TAKEN(OpMC2Def, HcclServerType)
};

class OpDef {
 public:
  explicit OpDef(const char *given) : name(given) {}
  OpParamDef &Input(const char *one) { return named(inputs, one); }
  OpParamDef &Output(const char *one) { return named(outputs, one); }
  OpAttrDef &Attr(const char *) { return attr; }
  OpAICoreDef &AICore() { return ai_core; }
  OpMC2Def &MC2() { return mc2; }
  TAKEN(OpDef, SetInferShape) TAKEN(OpDef, SetInferShapeRange) TAKEN(OpDef, SetInferDataType)
  TAKEN(OpDef, Comment) TAKEN(OpDef, FormatMatchMode) TAKEN(OpDef, EnableFallBack)

  void Print() {
    for (auto &one : ai_core.configs) {
      std::printf("{\"op\": %s, \"soc\": %s, \"entry\": {", quoted(name).c_str(), quoted(one.first).c_str());
      auto given_in = Merged(inputs, one.second.inputs), given_out = Merged(outputs, one.second.outputs);
      Permute(given_in, given_out);
      const char *comma = "";
      for (size_t at = 0; at < given_in.size(); ++at, comma = ", ") Tensor(comma, "input", at, given_in[at]);
      for (size_t at = 0; at < given_out.size(); ++at, comma = ", ") Tensor(comma, "output", at, given_out[at]);
      for (auto &flag : one.second.flags) {
        auto dot = flag.first.find('.');
        auto key = flag.first.substr(0, dot), field = dot == std::string::npos ? "value" : flag.first.substr(dot + 1);
        std::printf("%s%s: {%s: %s}", comma, quoted(key).c_str(), quoted(field).c_str(), quoted(flag.second).c_str());
        comma = ", ";
      }
      std::printf("}}\n");
    }
  }

 private:
  /* The tensors of a SoC: what it says itself in place of what is said of all. */
  static Params Merged(const Params &all, const Params &own) {
    Params found = all;
    for (auto &one : own) named(found, one.name.c_str()).Merge(one);
    return found;
  }

  /* Makes columns: for each that is written out, all combinations of the sets, the last changing fastest. */
  static void Permute(Params &given_in, Params &given_out) {
    std::vector<OpParamDef *> all;
    for (auto &one : given_in) all.push_back(&one);
    for (auto &one : given_out) all.push_back(&one);
    size_t written = 1, combined = 1;
    for (auto *one : all) {
      if (one->is_plain || one->formats.values.empty()) one->formats = {{{"ND"}}, true};
      if (!one->follows.empty()) continue;
      Count(one->dtypes, written, combined);
      Count(one->formats, written, combined);
    }
    size_t left = combined;
    for (auto *one : all) {
      if (!one->follows.empty()) continue;
      Expand(one->dtypes, written, combined, left);
      Expand(one->formats, written, combined, left);
    }
    for (auto *one : all) for (auto *other : all)
      if (!one->follows.empty() && other->name == one->follows) {
        one->dtypes = other->dtypes;
        if (one->formats.is_set) one->formats = one->is_plain ? one->formats : other->formats;
      }
    for (auto *one : all) {
      if (one->formats.values.size() == 1) one->formats.values.resize(one->dtypes.values.size(), one->formats.values[0]);
      if (one->unknown.empty()) one->unknown = one->formats.values;
    }
  }

  template <class Values>
  static void Count(const Values &one, size_t &written, size_t &combined) {
    if (one.values.empty()) return;
    if (one.is_set) combined *= one.values.size();
    else if (one.values.size() > written) written = one.values.size();
  }

  template <class Values>
  static void Expand(Values &one, size_t written, size_t combined, size_t &left) {
    if (one.values.empty()) return;
    auto own = one.values;
    if (one.is_set) left /= own.size();
    one.values.clear();
    for (size_t column = 0; column < written * combined; ++column)
      one.values.push_back(one.is_set ? own[column / left % own.size()] : own[column / combined % own.size()]);
  }

  template <class List>
  static std::string Joined(const List &list) {
    std::string found;
    for (auto &one : list) found += (found.empty() ? "" : ",") + std::string(one.name);
    return quoted(found);
  }

  static void Tensor(const char *comma, const char *side, size_t at, const OpParamDef &one) {
    const char *types[] = {"required", "optional", "dynamic", "virtual", "ignore"};
    std::printf("%s\"%s%zu\": {\"name\": %s, \"paramType\": \"%s\", \"shape\": \"all\"", comma, side, at,
                quoted(one.name).c_str(), types[one.type]);
    if (!one.dtypes.values.empty())
      std::printf(", \"dtype\": %s, \"format\": %s, \"unknownshape_format\": %s", Joined(one.dtypes.values).c_str(),
                  Joined(one.formats.values).c_str(), Joined(one.unknown).c_str());
    std::printf("}");
  }

  std::string name;
  Params inputs, outputs;
  OpAttrDef attr;
  OpAICoreDef ai_core;
  OpMC2Def mc2;
};

#define OP_ADD(type, ...) \
  static const bool added_##type = [] { type definition(#type); definition.Print(); return true; }()
}  // namespace ops
