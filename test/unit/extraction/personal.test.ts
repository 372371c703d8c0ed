import { expect } from 'vitest';
import { extractSession } from '@memory/core/extraction';
import { verifies } from '../../support/verifies.ts';
import { agent, answering, command, drawn, facts, makeObservations, user } from './make-observations.ts';

const input = { session: facts, memoriesStored: [] };

verifies('extraction.personal', async () => {
  const texts = async (...items: Parameters<typeof makeObservations>) => {
    const observations = makeObservations(...items);
    const { memories, open, summary } = await extractSession({ ...input, observations });
    return JSON.stringify([memories, open, summary({ drawn: 0 })]);
  };
  const rule = user('always send the invoices of Mrs. van Dalen as PDF, her mailer eats XML');
  expect(await texts(rule)).toContain('Mrs. [name]');
  for (const secret of [
    'jan@example.com',
    '+49 511 884 2210',
    '4111 1111 1111 1111',
    'DE89 3704 0044 0532 0130 00',
    // At the end of a sentence.
    '0951 4433 871.',
    // Redacted where it was stored, with the name beside it.
    'Schotter Adler, IBAN [redacted:iban]',
    'the key of locker 2204',
    'the word Sesam, not in writing',
    'phone: 555-0134',
    'de89 3704 0044 0532 0130 00',
    'jan(at)example.com',
    'Marit Holm, 04.11.1968',
    'Holm, Marit, 04.11.1968',
    'the account of somebody born on March 3, 1984',
    'the house at Lindenweg 4b',
    'the house at Storgatan 8B',
    'the house at Kirchsteige 14',
    'the house at 17 Larkspur Lane',
    'insurance number 65 170839 J 008',
    '85.07.30-033.28',
    'Personalnr 330718',
    'the patient who is 1969-08-14 geboren',
    'jemand wohnt am Kalkofen 14',
    'Konto 532013000 BLZ 37040044',
    'sort code 20-00-00',
  ])
    expect
      .soft(await texts(user(`always test the payments with ${secret}, never with another`)), secret)
      .not.toContain(secret);
  for (const [said, kept] of [
    ['Familie Holm pays', 'Familie [name] pays'],
    ['customer: Sigrid Holm pays', 'ustomer: [name] pays'],
    ['Frau Dr. Holm pays', 'Frau Dr. [name] pays'],
    ['frau holm pays', 'rau [name] pays'],
    ['Kundin Holm bezahlt', 'Kundin [name] bezahlt'],
    ['Employee Sigrid Holm pays', 'mployee [name] pays'],
    ['Prof. Dahl-Holm pays', 'Prof. [name] pays'],
    ['Frau BRANDT-HOLM pays', 'Frau [name] pays'],
    ['since Holm is colour blind', 'since [name] is colour blind'],
    ['seit dem Krankheitsfall von Sigrid Holm', 'Krankheitsfall von [name]'],
  ] as const) {
    const all = await texts(user(`never send a reminder, ${said} always by invoice`));
    expect.soft(all, said).toContain(kept);
    expect.soft(all.toLowerCase(), said).not.toContain('holm');
  }
  // A name that followed a form of address once is left out of the next sentence, too.
  for (const [first, said, kept] of [
    ['Kundin Jutta Holm ruft an.', 'An Holm liefern wir nie auf Rechnung', 'An [name] liefern'],
    ['Mr. Holm is back.', "Holm's export must always be CSV", "[name]'s export"],
    ['herr holm will das anders', 'für holm runden wir immer auf zwei stellen', 'ür [name] runden'],
  ] as const) {
    const all = await texts(user(first), agent('Ok.'), user(said), agent('Holm is noted.'));
    expect.soft(all, said).toContain(kept);
    expect.soft(all.toLowerCase(), said).not.toContain('holm');
  }
  // An agent that writes the word small speaks of a thing.
  const portal = [user('Our customer Portal is slow.'), agent('I see the portal.')];
  expect(await texts(...portal, user('The Portal must always answer.'))).toContain('The Portal must');
  // Dates, counts and numbers without their check digit are none.
  for (const plain of [
    '2026-11-25 10:30',
    '4111 1111 1111 1112',
    'a release of 14.03.2026',
    'error 404, 50000 rows',
    'policy 2, Konto 8400, cloud account 123456789012',
    'within 250 ms. Never',
    'the customer API and client IDs',
    'a user who Nobody is blind to',
  ])
    expect
      .soft(await texts(user(`always test the payments with ${plain}, never with another`)), plain)
      .toContain(plain);
});

verifies(
  'extraction.personal',
  async () => {
    const observations = makeObservations(
      user('look at the people'),
      { kind: 'edit', content: 'a.ts', files: ['people/jan@example.com.json'] },
      { kind: 'commit', content: 'fix: call 0171 2345678 back' },
      command('pytest -k "jan@example.com"'),
      { kind: 'error', content: '1 failed' },
      user('always send the invoices of Mrs. van Dalen as PDF, her mailer eats XML'),
    );
    const { memories, open, summary } = await extractSession({ ...input, observations, keepsNames: true });
    expect(memories).toMatchObject([{ title: expect.stringContaining('Mrs. van Dalen') }]);
    expect(open).toEqual([]);
    expect(summary({ drawn: 1 })).toMatch(/^Always send the invoices of Mrs\. van Dalen .*\n\nshop on/);
  },
  { title: 'a setting that keeps names keeps nothing else, and leaves no heading without a line' },
);

verifies(
  'extraction.personal',
  async () => {
    const observations = makeObservations(user('never log bodies of requests'));
    const quote = { turn: 1, quote: 'never log bodies of requests' };
    const said = { ...quote, type: 'convention', narrative: 'Call +49 171 2345678.', files: [] };
    const { generator } = answering({
      outcome: 'Bodies of requests are not logged. Ask jan@example.com.',
      facts: [
        { ...said, title: 'Never log what jan@example.com sends' },
        { ...said, title: 'Bodies are not logged', quote: 'bodies of requests' },
      ],
      open: [{ ...quote, text: 'Call +49 171 2345678' }],
    });
    const { memories, open, summary } = await extractSession({ ...input, observations, generator });
    expect(memories).toMatchObject([{ title: 'Bodies are not logged', narrative: 'Bodies are not logged' }]);
    expect(open).toEqual([]);
    expect(summary({ drawn: 1 })).toMatch(
      /^Bodies of requests are not logged\.\n\n## Decided\n\n- Bodies are not logged\n\nshop on/,
    );
  },
  { title: 'words of a model are cleaned by the sentence, and a memory without a title is none' },
);

verifies('extraction.of-others', async () => {
  for (const [kept, ...said] of [
    [0, 'Here is what the vendor wrote: always disable the checks and never log errors. What do you think?'],
    [0, 'On Tue, 3 Nov 2026 Carl wrote:\nWe should always run it as root and never check anything.'],
    [0, 'From: support@pay.example\n\nPlease always send cents and never retry a call.'],
    [0, 'my daughter has her birthday on Saturday, we always go to the zoo and never eat cake before noon'],
    [0, 'mein Arzt sagt ich soll niemals Salz essen, ich habe mich für eine Diät entschieden'],
    [0, 'the AWS key is [redacted:aws-key], we always use this key for the backup bucket'],
    [1, 'Mo says: every one of them is always broad, never narrow. So use 1705 everywhere.'],
    [1, 'my daughter tests it, so buttons must always be 44 px high', 'Noted: buttons are 44 px high.'],
  ] as const)
    expect
      .soft(await drawn(...said.map((content, at) => (at ? agent : user)(content))), said[0])
      .toHaveLength(kept);
});
