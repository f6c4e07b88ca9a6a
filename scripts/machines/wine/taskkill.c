/* taskkill.exe for Wine 8, whose own one has no /T: ends a process and its descendants. Usage: taskkill /pid N /T /F */
#include <windows.h>
#include <stdlib.h>
#include <tlhelp32.h>

static BOOL end(DWORD id) {
  HANDLE process = OpenProcess(PROCESS_TERMINATE, FALSE, id);
  if (process == NULL) return FALSE;
  BOOL ended = TerminateProcess(process, 1);
  CloseHandle(process);
  return ended;
}

static BOOL end_tree(DWORD id, int depth) {
  /* First the parent, so that it starts nothing more. */
  BOOL ended = end(id);
  HANDLE list = CreateToolhelp32Snapshot(TH32CS_SNAPPROCESS, 0);
  PROCESSENTRY32 entry = { .dwSize = sizeof entry };
  for (BOOL more = Process32First(list, &entry); more; more = Process32Next(list, &entry))
    if (entry.th32ParentProcessID == id && entry.th32ProcessID != id && depth < 64)
      end_tree(entry.th32ProcessID, depth + 1);
  CloseHandle(list);
  return ended;
}

int main(int count, char **words) {
  for (int at = 1; at + 1 < count; at++)
    if (lstrcmpiA(words[at], "/pid") == 0) return end_tree((DWORD)strtoul(words[at + 1], NULL, 10), 0) ? 0 : 128;
  return 1;
}
