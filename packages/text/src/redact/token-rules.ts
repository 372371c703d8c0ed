/** One well-known token format. */
export interface TokenRule {
  kind: string;
  pattern: RegExp;
}

// `\n` written out (a JSON string inside a text) ends the word before a token, although `n` is a letter.
const START = String.raw`(?:(?<![\w-])|(?<=\\[nrt]))`;

/*
 * A core repeats a class at least n times and then takes the rest of the word. It fails only within the first n
 * characters, so a search is linear; and nothing of a word is left that a second pass could take for another token.
 */
const formats: Record<string, string[]> = {
  'aws-key': [String.raw`(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}`],
  'github-token': [String.raw`gh[oprsu]_[A-Za-z0-9]{36}`, String.raw`github_pat_\w{40}`],
  'gitlab-token': [String.raw`gl(?:pat|dt|rt|cbt|ptt|ft|soat|agent|imt)-[\w-]{20}`],
  'slack-token': [String.raw`xox[abeoprs]-(?:\d-)?[\w-]{10}`, String.raw`xapp-\d-[\w-]{20}`],
  'stripe-key': [String.raw`(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16}`, String.raw`whsec_[A-Za-z0-9+/=]{24}`],
  'npm-token': [String.raw`npm_[A-Za-z0-9]{36}`],
  'pypi-token': [String.raw`pypi-AgE[\w-]{50}`],
  'google-key': [String.raw`AIza[\w-]{35}`, String.raw`GOCSPX-[\w-]{28}`, String.raw`ya29\.[\w-]{20}`],
  'anthropic-key': [String.raw`sk-ant-[a-z]+\d\d-[\w-]{20}`],
  'openai-key': [
    `${START}${String.raw`sk-(?:proj|svcacct|admin|None)-[\w-]{20}`}`,
    `${START}${String.raw`sk-[A-Za-z0-9]{20}T3BlbkFJ`}`,
    `${START}${String.raw`sk-[A-Za-z0-9]{32}`}`,
  ],
  'huggingface-token': [`${START}${String.raw`hf_[A-Za-z]{34}`}`],
  'sendgrid-key': [`${START}${String.raw`SG\.[\w-]{16,}\.[\w-]{16}`}`],
  'workspace-key': [String.raw`wm_(?:live|test)_[\w-]{16}`],
  'other-token': [
    String.raw`(?:dckr_pat_|dop_v1_|shp(?:at|ca|pa|ss)_|lin_api_|gsk_)[A-Za-z0-9]{27}`,
    String.raw`AGE-SECRET-KEY-1[A-Z0-9]{50}`,
  ],
  jwt: [`${START}${String.raw`eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.`}`],
};

/** The formats whose mere look gives them away, wherever they stand. */
export const tokenRules: readonly TokenRule[] = Object.entries(formats).map(([kind, cores]) => ({
  kind,
  pattern: new RegExp(`(?:${cores.join('|')})${String.raw`[\w-]*`}`, 'g'),
}));
