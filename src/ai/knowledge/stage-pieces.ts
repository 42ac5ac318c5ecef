import type { Sql } from "./sql.ts";
import { stagedAs, type Fields, type Upload } from "./uploads.ts";
import { writePieces, type Danger, type NewPiece } from "./write-pieces.ts";

/** Pieces of a version that is not there yet are long over for every search. */
const NOT_YET = 0;

/** Indexes further pieces, if they begin where those before ended; says how many there are. */
export function stagePieces(
  sql: Sql,
  id: string,
  { pieces, from }: { pieces: NewPiece[]; from: number },
  scan: (text: string) => Danger,
): number | undefined {
  return sql.atomically(() => {
    const upload = sql.all<Upload>("SELECT * FROM uploads WHERE id = ?", id)[0];
    if (upload === undefined || upload.staged !== from) return upload?.staged;
    const { title, language } = JSON.parse(upload.fields) as Fields;
    const owner = { id: stagedAs(id), title, language };
    const risk = writePieces(sql, owner, { pieces, from, expiresAt: NOT_YET }, scan);
    const staged = from + pieces.length;
    sql.all(
      "UPDATE uploads SET staged = ?, risk = ? WHERE id = ?",
      staged,
      Math.max(risk, upload.risk),
      id,
    );
    return staged;
  });
}
