#include "cli/session.h"

#include "campaign/node.h"
#include "campaign/output_folder.h"
#include "cli/interrupt.h"

namespace kingbird::cli {

base::Result<std::unique_ptr<Session>> Session::Start(const Options& options, const std::string& target_text,
                                                      Output output) {
  const base::Path folder = std::filesystem::current_path();
  ASSIGN_OR_RETURN(campaign::Config config, options.Resolve(base::DiskFileSystem(), folder));
  config.target = target_text;
  if (output == Output::kFolder) TRY(campaign::CheckOutputFolder(config.out));
  ASSIGN_OR_RETURN(const campaign::Node node, campaign::FindNode(config.node));
  config.node = node.path;

  std::unique_ptr<Session> session(new Session(std::move(config)));
  // The clock of the time limit starts here: installing a package is part of the run.
  session->env_ = std::make_unique<campaign::Env>(session->config_, session->log_, session->stats_, session->files_,
                                                  session->clock_, CatchInterrupts());
  ASSIGN_OR_RETURN(session->target_, session->Find(target_text));
  return session;
}

base::Result<target::Target> Session::Find(const std::string& text) {
  return target::Resolve(text, {files_, log_, std::filesystem::current_path(), target::CacheFolder()});
}

}  // namespace kingbird::cli
