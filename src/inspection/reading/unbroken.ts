/** Scripts without blanks between words, as a class for a pattern with the flag "v". */
export const UNBROKEN =
  "[\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Thai}\\p{sc=Laoo}\\p{sc=Khmr}\\p{sc=Mymr}]";
