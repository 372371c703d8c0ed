import { under } from './requirement.ts';

/** The package as one meets it who installs it and connects agents. */
export const installed = under({
  'docs/installing.md#the-package': {
    'install.package':
      'The packed package runs on the system’s Node: at most 90 MB and 60 packages, and no build tools among them.',
    'install.pages':
      'The package carries its README, its licence, a manual page, and the pages of documentation that its messages name.',
  },
  'docs/using.md#look-things-up': {
    'terminal.look':
      '`search` (also as one types), `show`, `recent`, `timeline` and `add` answer as the tools do: lines of 80 columns, colour on a terminal alone, `--json`, `-` for standard input, and 1 where nothing is found.',
    'terminal.stats':
      '`stats` and Home count what agents were told in a week, what of it they used, what was outdated before an edit, and the questions that found nothing with memories stored since that answer them.',
    'terminal.sessions': '`sessions` tells what was asked in each session and what came of it.',
    'terminal.help':
      'Help lists the commands in groups with an example each; a misspelt command is answered with the right one, and former names still work.',
    'terminal.completion':
      'bash, zsh, fish and PowerShell complete commands, options, their values, identifiers of memories, and files.',
  },
  'docs/installing.md#your-service': {
    'install.service':
      'A command finds the user’s service or starts it; there is one, and its key stands in a file of the user alone.',
    'install.status':
      '`status` tells whether the service that commands use answers (yours, your team’s, or that of the folder), when each agent fired last and what it was told, when the last session began, and how much is outdated or contradicts.',
    'install.service.backup': 'Before another version migrates the database, a copy of it is kept.',
    'install.advice': 'Advice names the command as it was started: by its name, by npx or by its path.',
  },
  'docs/installing.md#connecting-agents': {
    'install.setup':
      'Setup writes hooks, the MCP entry of the small profile and a skill or rule for each agent, and no key.',
  },
  'docs/installing.md#what-setup-leaves-as-it-was': {
    'install.setup.twice': 'Setting up twice changes nothing the second time.',
    'install.setup.bytes':
      'What stands around our part in a JSON file keeps its bytes, lines that hold several things among it.',
    'install.setup.keeps':
      'Comments, unknown keys, byte-order marks and line ends of the user stay; malformed files are left alone and named.',
    'install.setup.undo':
      'Undo restores every file byte for byte, for all agents or for one; what the user changed since stays.',
  },
  'docs/installing.md#when-something-is-wrong': {
    'install.doctor':
      'The doctor looks at versions, service, key, clock, search, disk, spool and each agent: configured as written, and last seen firing; what is wrong has a remedy.',
  },
  'docs/installing.md#as-a-plugin': {
    'install.plugins':
      'Plugin forms for agents with a marketplace hold the same events and words as setup writes; those for Claude Code and Codex lie in the repository.',
  },
  'docs/installing.md#a-teams-service': {
    'install.team':
      'A team’s service is joined with a key that is tried first; a key goes to no other address than the one it was set for.',
    'install.team.login':
      'A team’s service is joined with a login in the browser; its tokens are the user’s alone, one process renews them for all, and an ended login says what to do.',
    'install.team.login-refused':
      'A login without a workspace or with several, and a service without logins, say what helps and write nothing; without a browser a code serves.',
  },
});
