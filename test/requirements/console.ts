import { under } from './requirement.ts';

/** A workspace as one sees it in a browser. */
export const consoleRequirements = under({
  'docs/console.md#signing-in': {
    'console.link.once':
      'A link signs one browser in, once and for ten minutes; the cookie it is exchanged for is HttpOnly, SameSite=Strict and of this host alone.',
    'console.session.own-origin':
      'A cookie of the console is of no use from another origin, another port of the same machine included, nor without its proof; a name that is not surely the service’s is refused.',
    'console.session.ends':
      'Signing out ends the session at once and revokes its keys; a session outlives the process, not its two weeks.',
    'console.session.workspaces':
      'A session reaches every workspace of the service, each with a key of its own that is listed and can be revoked, and of the operator’s operations those that the console has.',
  },
  'docs/console.md#the-console': {
    'console.link.here':
      '`workspace-memory console` gives a link to the service that `npm start` runs, and starts another one only where none runs.',
  },
  'docs/console.md#in-aws': {
    'console.aws.login':
      'In AWS members log in at the provider (authorization code with PKCE); the session is a cookie (HttpOnly, Secure, SameSite=Strict, of this host alone) with a proof, is renewed without a question, and ends here and at the provider by signing out.',
    'console.aws.roles':
      'A member sees the workspaces it belongs to, and does there what its scope allows; what concerns the whole deployment stays with its operator.',
    'console.aws.stack':
      'A console is an option of an environment: pages in a private bucket behind a distribution with the policy of the local service, kept for ever by their content, and the API on the same origin.',
  },
  'docs/console.md#how-it-is-served': {
    'console.served':
      'Who asks for HTML gets the console, programs are answered as ever; pages are not stored, assets are for ever, nothing inline and nothing from elsewhere is allowed.',
    'console.size': 'All scripts and styles are at most 250 kB of gzip, those of the first view 130 kB.',
    'console.hostile':
      'Hostile titles and narratives are shown as text: nothing of them runs, loads or turns the page around, and no rule of the policy is violated.',
  },
  'docs/console.md#views': {
    'console.search':
      'Search finds as one types, folds what the gate of the tools would not show, marks words, says why and what was replaced, names files, person, project and date, sorts, filters, and keeps all of it in the address.',
    'console.memory':
      'A memory is shown with where it comes from, what belongs to it and its history; editing, relating, merging, voting and deleting it are undone with one key, forgetting shows first what goes.',
    'console.home':
      'Home says what was learnt this week and by whom, what helped, what needs a person, and in one line whether all is well.',
    'console.first-run':
      'An empty workspace explains itself: a first memory is stored from there, an import begins there, and an agent that connects shows by itself.',
    'console.sessions':
      'Sessions are grouped by day and led by what was asked and what came of it; one shows its summary, what was drawn from it, what it was told and whether that was of use, and all that happened in it.',
    'console.live':
      'What agents do is sent to the page as it happens, to whom is signed in there and for as long, from where it was interrupted, to 20 pages at most; where a host sends nothing, it is asked for.',
    'console.inbox':
      'What needs a person is settled with one key and taken back with one: contradictions, near-duplicates, candidates for pruning, memories that nobody asked for, and what failed.',
    'console.changes':
      'Every change of the last 30 days is listed, and taken back with one key; all of a request or import at once.',
    'console.documents':
      'Documents stand by origin and folder; dropped files are taken in with their progress, and a deleted one comes back.',
    'console.code':
      'A symbol is found by its name and shown with what calls it and what is remembered of it.',
    'console.operation':
      'Keys are made, shown once and revoked, members added and removed, failed work tried again; agents, usage by day, the embedder with its quality and the settings are shown.',
    'console.graph':
      'The graph names its communities, is narrowed by type and time, shows a path between two memories, and has a list beside it.',
    'console.conflict': 'Two people who edit one memory see the conflict; neither text is lost.',
  },
  'docs/console.md#for-everybody': {
    'console.pictures':
      'Every view looks as it was last looked at, in light and dark, passes axe in both and at 320 pixels, fits there and at 3,840, and moves nothing for whoever wants that.',
    'console.long-lists': 'A list of ten thousand has only what is in sight in the page.',
    'console.accessible':
      'Every view passes axe in light and dark and fits 320 pixels, and a memory is stored, found and changed by the keyboard alone.',
  },
  'docs/console.md#when-something-fails': {
    'console.interrupted':
      'When the service or the session goes away what was typed stays, and the page goes on by itself.',
  },
});
