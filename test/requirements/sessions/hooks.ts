import type { Requirement } from '../requirement.ts';

/** The program that agents' hooks start, and the flusher that empties its spool. */
export const hooks = {
  'hooks.hosts': {
    section: 'docs/hooks.md#hosts',
    text: 'Every event that we register with a host is read, kept in our shape with its project, and answered within what the host documents.',
  },
  'hooks.any-payload': {
    section: 'docs/hooks.md#hosts',
    text: 'Empty, cut off, binary, deep and unknown payloads are answered as the host expects, and logged.',
  },
  'hooks.process': {
    section: 'docs/hooks.md#hosts',
    text: 'The program ends with 0 for wrong, huge, truncated, binary, empty and unknown payloads, with an entry in the log.',
  },
  'hooks.huge-payload': {
    section: 'docs/hooks.md#what-is-kept',
    text: 'Of long output the beginning and the end are kept.',
  },
  'hooks.true-host': {
    section: 'docs/hooks.md#hosts',
    text: 'The host is known by its payload, whatever file of another host launched the program.',
  },
  'hooks.once': {
    section: 'docs/hooks.md#what-is-kept',
    text: 'An event that is delivered several times, by two registrations or under two names, is kept once.',
  },
  'hooks.no-echo': {
    section: 'docs/hooks.md#what-is-kept',
    text: 'What we injected, and calls of our own tools, are never kept as something new.',
  },
  'hooks.private': {
    section: 'docs/hooks.md#privacy',
    text: 'Private parts leave no trace; in private mode, of a user or a project, nothing is kept; neither when the settings cannot be read.',
  },
  'hooks.excluded': {
    section: 'docs/hooks.md#privacy',
    text: 'Nothing is kept of edits of excluded files and of commands that name them.',
  },
  'hooks.no-secrets': {
    section: 'docs/hooks.md#privacy',
    text: 'Secrets are replaced before anything is written, also in long texts that are cut.',
  },
  'hooks.disk-full': {
    section: 'docs/hooks.md#the-spool',
    text: 'Where the spool takes nothing, a spare one of the owner alone beside the temporary files does.',
  },
  'hooks.flush': {
    section: 'docs/hooks.md#the-spool',
    text: 'The flusher sends every session and event, and deletes what was acknowledged.',
  },
  'hooks.flush-offline': {
    section: 'docs/hooks.md#the-spool',
    text: 'Without a service nothing is lost; tries are ever further apart, up to ten minutes, whatever the clock says.',
  },
  'hooks.flush-again': {
    section: 'docs/hooks.md#the-spool',
    text: 'What may have arrived is sent again under the same ids.',
  },
  'hooks.flush-refused': {
    section: 'docs/hooks.md#the-spool',
    text: 'A refused key stops the flusher for a quarter of an hour, and is told.',
  },
  'hooks.flush-limited': {
    section: 'docs/hooks.md#the-spool',
    text: 'The flusher waits as long as the service asks.',
  },
  'hooks.flush-poison': {
    section: 'docs/hooks.md#the-spool',
    text: 'An event that cannot be read, or that the service refuses for good, is put aside with the reason and holds nothing up.',
  },
  'hooks.bound': {
    section: 'docs/hooks.md#the-spool',
    text: 'What was captured for one service is sent to no other: it waits until that one is configured again.',
  },
  'hooks.flush-one': {
    section: 'docs/hooks.md#the-spool',
    text: 'One flusher a user is at work; the lock of a dead one is taken over.',
  },
  'hooks.observations': {
    section: 'docs/hooks.md#what-is-kept',
    text: 'Captured events become observations of a session with project, branch and author; the session ends with its agent, and the next one is told what it decided.',
  },
  'hooks.moments': {
    section: 'docs/hooks.md#what-is-told',
    text: 'One request opens a session, keeps its observations once, and tells a memory once a session; an answer that did not arrive is told again.',
  },
  'hooks.own-project': {
    section: 'docs/hooks.md#what-is-told',
    text: 'Block and file notes hold what is of the own repository or of none that is known; a memory of another one answers a prompt that surely means it, and names where it is from.',
  },
  'hooks.tell-start': {
    section: 'docs/hooks.md#what-is-told',
    text: 'A session begins with the block, framed as data; a subagent with a short one; both are recorded as what was recalled, and `session_start` of the same caller does not say it again. `tell` of `config.json` switches what is told at start, to a prompt and about a file off, or gives it a budget.',
  },
  'hooks.tell-prompt': {
    section: 'docs/hooks.md#what-is-told',
    text: 'A prompt is answered by memories that surely bear on it, each once a session, or by nothing; a memory told to five sessions and used in none falls silent.',
  },
  'hooks.tell-file': {
    section: 'docs/hooks.md#what-is-told',
    text: 'Before an edit stands what is known about the file, what was rejected first, once a session.',
  },
  'hooks.tell-edit': {
    section: 'docs/hooks.md#what-is-told',
    text: 'Of a file first comes what is tied to the symbols that the edit changes, then to what it calls, with that in a clause; `tell.file` switches it off.',
  },
  'hooks.tell-compacted': {
    section: 'docs/hooks.md#what-is-told',
    text: 'After a compaction stands what the session itself was told, decided, and the commands that worked, with or without the service.',
  },
  'hooks.tell-budget': {
    section: 'docs/hooks.md#what-is-told',
    text: 'Beyond the block at most 1,200 tokens are told in an hour.',
  },
} as const satisfies Record<string, Requirement>;
