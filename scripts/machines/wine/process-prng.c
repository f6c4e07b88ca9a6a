/* bcryptprimitives.dll for Wine 8, which lacks it: ripgrep (Rust's standard library) needs this one function. */
#include <windows.h>

BOOLEAN NTAPI SystemFunction036(PVOID buffer, ULONG length); /* RtlGenRandom of advapi32 */

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T length) {
  for (ULONG part; length > 0; data += part, length -= part) {
    part = length > 0x10000000 ? 0x10000000 : (ULONG)length;
    if (!SystemFunction036(data, part)) return FALSE;
  }
  return TRUE;
}
