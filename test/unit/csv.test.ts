import { describe, expect, it } from "vitest";
import { csvHeaders, writeCsv } from "../../src/http/index.ts";

describe("a file of comma-separated values", () => {
  it("quotes values that would break a line, and ends its lines as RFC 4180 says", () => {
    const rows = [
      ["at", "who"],
      [1, 'Ana "la jefa", Ruiz'],
      [null, "two\nlines"],
      [null, "two\r=lines"],
    ];
    expect(writeCsv(rows)).toBe(
      'at,who\r\n1,"Ana ""la jefa"", Ruiz"\r\n,"two\nlines"\r\n,"two\r=lines"\r\n',
    );
  });

  it.each(["=1+1", "+34600", "-2", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1+1"])(
    "does not let %j become a formula",
    (text) => {
      expect(writeCsv([[text]])).toMatch(/^"?'/);
    },
  );

  it.each(["a;=1+1", "a; =1+1", "a\t@SUM(A1)", 'a;"=1+1&"', "a;;-2", "a;＠SUM(A1)"])(
    "does not let %j become a formula where a semicolon or tab begins a cell",
    (text) => {
      for (const cell of writeCsv([["at", text]])
        .split(/[;\t]/)
        .slice(1))
        expect(cell).not.toMatch(/^["\s]*[=+\-@＝＋－＠]/);
    },
  );

  it("leaves semicolons before anything else as they are", () => {
    expect(writeCsv([["a; b;c=1", "x=1"]])).toBe('"a; b;c=1",x=1\r\n');
  });

  it("leaves numbers as they are", () => {
    expect(writeCsv([[-1, 0]])).toBe("-1,0\r\n");
  });

  it("is downloaded under its name", () => {
    expect(csvHeaders("usage-acme")["content-disposition"]).toBe(
      'attachment; filename="usage-acme.csv"',
    );
  });
});
