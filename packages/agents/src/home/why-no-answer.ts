const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'it broke the connection off',
  EPIPE: 'it broke the connection off',
  UND_ERR_SOCKET: 'it broke the connection off',
  ENOTFOUND: 'no machine has that name',
  EAI_AGAIN: 'names cannot be looked up: is there a network?',
  ENETUNREACH: 'there is no network',
  EHOSTUNREACH: 'that machine cannot be reached',
  ETIMEDOUT: 'it takes too long',
  TimeoutError: 'it takes too long',
  AbortError: 'it takes too long',
  UND_ERR_CONNECT_TIMEOUT: 'it takes too long',
  UND_ERR_HEADERS_TIMEOUT: 'it takes too long',
  DEPTH_ZERO_SELF_SIGNED_CERT:
    'its certificate is not trusted here (NODE_EXTRA_CA_CERTS names your own authorities)',
  SELF_SIGNED_CERT_IN_CHAIN:
    'its certificate is not trusted here (NODE_EXTRA_CA_CERTS names your own authorities)',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'its certificate is not trusted here (NODE_EXTRA_CA_CERTS names your own authorities)',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  'bad port': 'that port is reserved for something else',
};

/** Why a call got no answer: the code of an error in words, or else the code, its message, its name. */
export function whyNoAnswer({
  code,
  message,
  name,
}: {
  code?: string;
  message?: string;
  name?: string;
}): string {
  const known = [code, name, message].find((each) => each !== undefined && Object.hasOwn(WORDS, each));
  return known === undefined ? (code ?? message ?? name ?? 'unknown') : (WORDS[known] ?? known);
}
