import { under } from '../requirement.ts';

/** The program that agents' hooks start, and the flusher that empties its spool. */
export const hooks = under({
  'docs/hooks.md#hosts': {
    'hooks.hosts':
      'Every event that we register with a host is read, kept in our shape with its project, and answered within what the host documents.',
    'hooks.any-payload':
      'Empty, cut off, binary, deep and unknown payloads are answered as the host expects, and logged.',
    'hooks.process':
      'The program ends with 0 for wrong, huge, truncated, binary, empty and unknown payloads, with an entry in the log.',
    'hooks.true-host':
      'The host is known by its payload, whatever file of another host launched the program.',
  },
  'docs/hooks.md#what-is-kept': {
    'hooks.huge-payload': 'Of long output the beginning and the end are kept.',
    'hooks.once':
      'An event that is delivered several times, by two registrations or under two names, is kept once.',
    'hooks.no-echo': 'What we injected, and calls of our own tools, are never kept as something new.',
    'hooks.observations':
      'Captured events become observations of a session with project, branch and author; the session ends with its agent, and the next one is told what it decided.',
  },
  'docs/hooks.md#privacy': {
    'hooks.private':
      'Private parts leave no trace; in private mode, of a user or a project, nothing is kept; neither when the settings cannot be read.',
    'hooks.excluded': 'Nothing is kept of edits of excluded files and of commands that name them.',
    'hooks.no-secrets': 'Secrets are replaced before anything is written, also in long texts that are cut.',
  },
  'docs/hooks.md#the-spool': {
    'hooks.disk-full':
      'Where the spool takes nothing, a spare one of the owner alone beside the temporary files does.',
    'hooks.flush': 'The flusher sends every session and event, and deletes what was acknowledged.',
    'hooks.flush-offline':
      'Without a service nothing is lost; tries are ever further apart, up to ten minutes, whatever the clock says.',
    'hooks.flush-again': 'What may have arrived is sent again under the same ids.',
    'hooks.flush-refused': 'A refused key stops the flusher for a quarter of an hour, and is told.',
    'hooks.flush-limited': 'The flusher waits as long as the service asks.',
    'hooks.flush-poison':
      'An event that cannot be read, or that the service refuses for good, is put aside with the reason and holds nothing up.',
    'hooks.bound':
      'What was captured for one service is sent to no other: it waits until that one is configured again.',
    'hooks.flush-one': 'One flusher a user is at work; the lock of a dead one is taken over.',
  },
  'docs/hooks.md#what-is-told': {
    'hooks.moments':
      'One request opens a session, keeps its observations once, and tells a memory once a session; an answer that did not arrive is told again.',
    'hooks.own-project':
      'Block and file notes hold what is of the own repository or of none that is known; a memory of another one answers a prompt that surely means it, and names where it is from.',
    'hooks.tell-start':
      'A session begins with the block, framed as data; a subagent with a short one; both are recorded as what was recalled, and `session_start` of the same caller does not say it again. `tell` of `config.json` switches what is told at start, to a prompt and about a file off, or gives it a budget.',
    'hooks.tell-prompt':
      'A prompt is answered by memories that surely bear on it, each once a session, or by nothing; a memory told to five sessions and used in none falls silent.',
    'hooks.tell-file':
      'Before an edit stands what is known about the file, what was rejected first, once a session.',
    'hooks.tell-edit':
      'Of a file first comes what is tied to the symbols that the edit changes, then to what it calls, with that in a clause; `tell.file` switches it off.',
    'hooks.tell-compacted':
      'After a compaction stands what the session itself was told, decided, and the commands that worked, with or without the service.',
    'hooks.tell-budget': 'Beyond the block at most 1,200 tokens are told in an hour.',
  },
});
