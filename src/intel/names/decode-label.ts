export const A_LABEL = "xn--";
const BASE = 36;
const T_MIN = 1;
const T_MAX = 26;
const SKEW = 38;
const DAMP = 700;
const FIRST_BIAS = 72;
const FIRST_CODE = 0x80;
const MAX_CODE = 0x10_ffff;

/** The Unicode form of an A-label (RFC 3492); undefined if it is not a valid one. */
export function decodeLabel(label: string): string | undefined {
  if (!label.startsWith(A_LABEL)) return label;
  const encoded = label.slice(A_LABEL.length);
  const split = encoded.lastIndexOf("-");
  const codes = Array.from(encoded.slice(0, Math.max(0, split)), (letter) => letter.charCodeAt(0));
  let code = FIRST_CODE;
  let bias = FIRST_BIAS;
  let place = 0;
  for (let at = split < 0 ? 0 : split + 1; at < encoded.length;) {
    const read = readNumber(encoded, at, bias);
    if (read === undefined) return undefined;
    const length = codes.length + 1;
    bias = adapt(read.value, length, place === 0 && codes.length === Math.max(0, split));
    const target = place + read.value;
    code += Math.floor(target / length);
    place = target % length;
    if (code > MAX_CODE) return undefined;
    codes.splice(place, 0, code);
    place += 1;
    at = read.end;
  }
  return String.fromCodePoint(...codes);
}

function readNumber(
  text: string,
  from: number,
  bias: number,
): { value: number; end: number } | undefined {
  let value = 0;
  let weight = 1;
  for (let at = from, step = BASE; at < text.length; at += 1, step += BASE) {
    const digit = digitOf(text.charCodeAt(at));
    if (digit === undefined || value > MAX_CODE * BASE) return undefined;
    value += digit * weight;
    const threshold = Math.min(Math.max(step - bias, T_MIN), T_MAX);
    if (digit < threshold) return { value, end: at + 1 };
    weight *= BASE - threshold;
  }
  return undefined;
}

function digitOf(code: number): number | undefined {
  if (code >= 0x61 && code <= 0x7a) return code - 0x61;
  return code >= 0x30 && code <= 0x39 ? code - 0x30 + T_MAX : undefined;
}

function adapt(delta: number, length: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? DAMP : 2));
  rest += Math.floor(rest / length);
  let bias = 0;
  while (rest > ((BASE - T_MIN) * T_MAX) / 2) {
    rest = Math.floor(rest / (BASE - T_MIN));
    bias += BASE;
  }
  return bias + Math.floor(((BASE - T_MIN + 1) * rest) / (rest + SKEW));
}
