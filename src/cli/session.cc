#include "cli/session.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "cli/interrupt.h"
#include "env/node.h"
#include "report/write_reports.h"

namespace kingbird::cli {
namespace {

constexpr size_t kNamedOthers = 12;

}  // namespace

base::Result<std::unique_ptr<Session>> Session::Start(const Options& options, const std::string& target_text,
                                                      Output output) {
  const base::Path folder = std::filesystem::current_path();
  ASSIGN_OR_RETURN(env::Config config, options.Resolve(base::DiskFileSystem(), folder));
  config.target = target_text;
  std::unique_ptr<base::OutputFolder> taken;
  if (output == Output::kFolder) {
    ASSIGN_OR_RETURN(taken, base::OutputFolder::Take(config.out));
  }
  ASSIGN_OR_RETURN(const env::Node node, env::FindNode(config.node));
  config.node = node.path;

  std::unique_ptr<Session> session(new Session(std::move(config)));
  // The clock of the time limit starts here: installing a package is part of the run.
  session->env_ = std::make_unique<env::Env>(session->config_, session->log_, session->stats_, session->files_,
                                             session->clock_, CatchInterrupts());
  session->output_ = std::move(taken);
  session->env_->output = session->output_.get();
  if (!target_text.empty()) {
    ASSIGN_OR_RETURN(session->target_, session->Find(target_text));
  }
  return session;
}

base::Status Session::Deliver(model::RunReport& report) {
  const std::vector<std::string>& others = output_->others();
  if (!others.empty()) {
    const std::vector<std::string> first(others.begin(), others.begin() + std::min(kNamedOthers, others.size()));
    report.notes.push_back(fmt::format("{} holds what Kingbird did not write so, which stays as it is: {}{}",
                                       config_.out.string(), base::Join(first, ", "),
                                       first.size() < others.size() ? ", …" : ""));
  }
  return report::WriteReports(report, *output_);
}

base::Result<target::Target> Session::Find(const std::string& text) {
  return target::Resolve(text, {files_, log_, std::filesystem::current_path(), target::CacheFolder()});
}

}  // namespace kingbird::cli
