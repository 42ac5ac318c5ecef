const UTF_16_MARK = [0xff, 0xfe];

/**
 * The text of a list that a spreadsheet or an editor has saved: in UTF-8, in UTF-16 if it begins with
 * its mark, else in the letters of Windows for Western Europe.
 */
export async function decodeFile(file: File): Promise<string> {
  const bytes = await file.bytes();
  if (UTF_16_MARK.every((byte, at) => bytes[at] === byte)) {
    return new TextDecoder("utf-16le").decode(bytes);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
