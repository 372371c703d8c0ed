import type { Requirement } from './requirement.ts';

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
} as const satisfies Record<string, Requirement>;
