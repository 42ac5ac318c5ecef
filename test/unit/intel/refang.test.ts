import { describe, expect, it } from "vitest";
import { refang } from "../../../src/intel/indicators/refang.ts";

describe("refang", () => {
  it.each([
    ["hxxp://evil[.]test/a", "http://evil.test/a"],
    ["hXXps[:]//evil(.)test", "https://evil.test"],
    ["h**p://evil{.}test", "http://evil.test"],
    ["fxp://evil[dot]test", "ftp://evil.test"],
    ["http[:]//evil.test", "http://evil.test"],
    ["http[:/]/evil.test", "http://evil.test"],
    ["http[://]evil.test", "http://evil.test"],
    ["hxxps[:]//evil[.]test[/]a(/)b", "https://evil.test/a/b"],
    ["evil[.]test[:]8080[/]a", "evil.test:8080/a"],
    ["evil(dot)test", "evil.test"],
    ["evil dot test", "evil.test"],
    ["192.0.2[.]1", "192.0.2.1"],
    ["192\\.0\\.2\\.1", "192.0.2.1"],
    ["2001[:]db8[:][:]1", "2001:db8::1"],
    ["who[@]evil.test", "who@evil.test"],
    ["who[at]evil[dot]test", "who@evil.test"],
    ["who [at] evil [dot] test", "who@evil.test"],
    ["who ( @ ) evil (.) test", "who@evil.test"],
    ["hxxp://evil [.] test/a b", "http://evil.test/a b"],
    ["192 [.] 0 [.] 2 [.] 1", "192.0.2.1"],
    ["ev\u200Bil.te\u00ADst", "evil.test"],
    ["ｅｖｉｌ．ｔｅｓｔ", "evil.test"],
    ["<http://evil.test/a>.", "http://evil.test/a"],
    ['"evil.test",', "evil.test"],
    ["\u201Cevil.test\u201D,", "evil.test"],
    ["\u201Ehttp://evil.test/a\u201C.", "http://evil.test/a"],
    ["\u2018who@evil.test\u2019", "who@evil.test"],
    ["\u00ABevil[.]test\u00BB", "evil.test"],
    ["http://evil.test/a).", "http://evil.test/a"],
    ["http://evil.test/a_(b)", "http://evil.test/a_(b)"],
    ["http://evil.test/a/..", "http://evil.test/a/.."],
    ["http://evil.test/q?", "http://evil.test/q?"],
    ["http://evil.test/a!", "http://evil.test/a"],
    ["http://evil.test/a)!!", "http://evil.test/a"],
    ["http://evil.test/a\u2026", "http://evil.test/a"],
    ["http://evil.test/!", "http://evil.test/!"],
    ["evil[.]test?!", "evil.test"],
    ["192.0.2.1?", "192.0.2.1"],
    ["who@evil.test!", "who@evil.test"],
    ["http://evil.test/xx", "http://evil.test/xx"],
  ])("%j becomes %j", (written, expected) => {
    expect(refang(written)).toBe(expected);
  });
});
