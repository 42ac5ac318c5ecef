import { expect, it } from "vitest";
import { sayWait } from "../../src/portal/frame/say.ts";

it.each([
  [1, "1 second", "1 segundo"],
  [119, "119 seconds", "119 segundos"],
  [121, "3 minutes", "3 minutos"],
  [3_599, "1 hour", "1 hora"],
  [7_201, "3 hours", "3 horas"],
  [437_281, "6 days", "6 días"],
])("a wait of %i s is rounded up to seconds, minutes, hours or days", (s, en, es) => {
  expect([sayWait("en", s), sayWait("es", s)]).toEqual([en, es]);
});
