#include "cli/session.h"

#include "cli/interrupt.h"
#include "env/node.h"
#include "env/output_folder.h"

namespace kingbird::cli {

base::Result<std::unique_ptr<Session>> Session::Start(const Options& options, const std::string& target_text,
                                                      Output output) {
  const base::Path folder = std::filesystem::current_path();
  ASSIGN_OR_RETURN(env::Config config, options.Resolve(base::DiskFileSystem(), folder));
  config.target = target_text;
  if (output == Output::kFolder) TRY(env::CheckOutputFolder(config.out));
  ASSIGN_OR_RETURN(const env::Node node, env::FindNode(config.node));
  config.node = node.path;

  std::unique_ptr<Session> session(new Session(std::move(config)));
  // The clock of the time limit starts here: installing a package is part of the run.
  session->env_ = std::make_unique<env::Env>(session->config_, session->log_, session->stats_, session->files_,
                                             session->clock_, CatchInterrupts());
  ASSIGN_OR_RETURN(session->target_, session->Find(target_text));
  return session;
}

base::Result<target::Target> Session::Find(const std::string& text) {
  return target::Resolve(text, {files_, log_, std::filesystem::current_path(), target::CacheFolder()});
}

}  // namespace kingbird::cli
