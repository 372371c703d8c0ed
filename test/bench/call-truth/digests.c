/* The digests that .NET Core 3.1 asks of OpenSSL 1.1, by the one of today. */
#include <openssl/evp.h>

int CryptoNative_EnsureOpenSslInitialized(void) { return 0; }
int CryptoNative_GetMaxMdSize(void) { return EVP_MAX_MD_SIZE; }
void CryptoNative_ErrClearError(void) {}
const EVP_MD *CryptoNative_EvpSha1(void) { return EVP_sha1(); }
const EVP_MD *CryptoNative_EvpSha256(void) { return EVP_sha256(); }
int CryptoNative_EvpMdSize(const EVP_MD *kind) { return EVP_MD_get_size(kind); }
int CryptoNative_EvpDigestReset(EVP_MD_CTX *digest, const EVP_MD *kind) { return EVP_DigestInit_ex(digest, kind, NULL); }
int CryptoNative_EvpDigestUpdate(EVP_MD_CTX *digest, const void *bytes, int size) { return EVP_DigestUpdate(digest, bytes, size); }
int CryptoNative_EvpDigestFinalEx(EVP_MD_CTX *digest, unsigned char *bytes, unsigned *size) { return EVP_DigestFinal_ex(digest, bytes, size); }
void CryptoNative_EvpMdCtxDestroy(EVP_MD_CTX *digest) { EVP_MD_CTX_free(digest); }

EVP_MD_CTX *CryptoNative_EvpMdCtxCreate(const EVP_MD *kind) {
  EVP_MD_CTX *digest = EVP_MD_CTX_new();
  EVP_DigestInit_ex(digest, kind, NULL);
  return digest;
}
