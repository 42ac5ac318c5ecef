/**
 * Letters that read as a Latin one and that Unicode decomposition leaves alone; pairs of (letter,
 * reading).
 */
const PAIRS =
  "аaеeоoрpсcуyхxіiїiјjѕsһhԁdԛqԝwкkмmтtнhвbгrпnиuлnдdьbзeөoүyӏiғfқk" +
  "АaВbЕeКkМmНhОoРpСcТtУyХxІiЇiЈjЅsҮyӨoЗeГrЛnИuПnЬb" +
  "αaβbγyδdεeζzηnθoιiκkνvοoπnρpσoςsτtυuχxωw" +
  "ΑaΒbΕeΖzΗhΙiΚkΜmΝnΟoΡpΤtΥyΧx" +
  "ıiłlŁløoØođdĐdħhĦhŧtɑaɡgɩiɪiɴnʀrʏyʟlʙbɢgʜhᴀaᴄcᴅdᴇeꜰfᴊjᴋkᴍmᴏoᴘpꜱsᴛtᴜuᴠvᴡwᴢz" +
  "օoսuհhոnցgորаaԼl";

const BASE_CODE = 97;

function pairsOf(text: string): [number, number][] {
  const letters = Array.from(text);
  const pairs: [number, number][] = [];
  for (let i = 0; i + 1 < letters.length; i += 2) {
    pairs.push([letters[i]?.codePointAt(0) ?? 0, letters[i + 1]?.codePointAt(0) ?? 0]);
  }
  return pairs.filter(([, reading]) => reading < 128);
}

/**
 * Three rows of enclosed letters that have no decomposition: U+1F150, U+1F170 and the regional
 * indicators.
 */
const ENCLOSED = [0x1f150, 0x1f170, 0x1f1e6].flatMap((start) =>
  Array.from({ length: 26 }, (_, i): [number, number] => [start + i, BASE_CODE + i]),
);

export const LOOK_ALIKES: ReadonlyMap<number, number> = new Map([...pairsOf(PAIRS), ...ENCLOSED]);

/** Characters that take no room on the screen and so can split a word unseen. */
export const INVISIBLE =
  /\u034f|\u17b4|\u17b5|[\u00ad\u061c\u115f\u1160\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\u{e0000}-\u{e007f}]|[\ufe00-\ufe0f]/gu;
