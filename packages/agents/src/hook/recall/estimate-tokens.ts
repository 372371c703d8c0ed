/** Four bytes a token: English is as long, and other scripts are not thought shorter than they are. */
export const estimateTokens = (text: string): number => Math.ceil(Buffer.byteLength(text) / 4);
