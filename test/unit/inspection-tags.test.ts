import { describe, expect, it } from "vitest";
import { visibleText } from "../../src/inspection/reading/visible-text.ts";

const shown = (html: string) => visibleText(`<p>a ${html}`).text.replace(/\s+/g, " ").trim();

describe("what browsers show is read, however the tags around it are made", () => {
  it.each([
    ["a comment that ends with !", "<!-- x --!>spam<!-- y -->"],
    ["a comment of nothing", "<!-->spam<!-- y -->"],
    ["a comment of a dash", "<!--->spam<!-- y -->"],
    ["a declaration with a quote", '<!x ="> spam <b y=">">'],
    ["an instruction with a quote", '<?x ="> spam <b y=">">'],
    ["an end of no tag", '</ ="> spam <b y=">">'],
    ["a quote within a value", '<b a=b="> spam <b y=">">'],
    ["a quote behind a sign of no name", '<b ="> spam <b y=">">'],
    ["a quote behind a quoted value", '<b a="x"="> spam <b y=">">'],
    ["a quote in the name of a tag", '<b="> spam <b y=">">'],
    ["a style that another name ends", "<style></stylex></style>spam"],
    ["what begins like a script", "<scripts>spam</scripts>"],
  ])("%s", (_case, html) => expect(shown(html)).toBe("a spam"));

  it.each([
    ["a quote within a value", `<a x=a"b=' href='http://evil.test/'>here</a>`],
    ["a slash before it", '<a/href="http://evil.test/">here</a>'],
    ["a quoted value right before it", '<a x="y"href="http://evil.test/">here</a>'],
  ])("a link behind %s", (_case, html) => {
    expect(shown(html)).toBe("a http://evil.test/ here");
  });

  it("what stands in a script or style to its own end is none of the text", () => {
    expect(shown("<style></stylex>hidden</style>b")).toBe("a b");
    expect(shown("<script></scripts>hidden</script\n>b")).toBe("a b");
  });
});
