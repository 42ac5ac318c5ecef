/** A list of addresses and blocks, IPv4 and IPv6. */
export class AddressList {
  private readonly blocks: { base: bigint; bits: number; size: number }[];

  constructor(texts: readonly string[]) {
    this.blocks = texts.flatMap((text) => blockOf(text) ?? []);
  }

  holds(address: string): boolean {
    const one = parseAddress(address);
    if (one === undefined) return false;
    return this.blocks.some(({ base, bits, size }) => {
      if (size !== one.size) return false;
      const shift = BigInt(size - bits);
      return one.value >> shift === base >> shift;
    });
  }
}

export function isAddressOrBlock(text: string): boolean {
  return blockOf(text) !== undefined;
}

/** Who is behind an address. For IPv6 it is the /64 network: one machine has all of its addresses. */
export function networkOf(address: string): string {
  const one = parseAddress(address);
  return one?.size === 128 ? `${(one.value >> 64n).toString(16)}/64` : address;
}

function blockOf(text: string) {
  const [address = "", length, ...more] = text.split("/");
  const parsed = parseAddress(address);
  if (parsed === undefined || more.length > 0) return undefined;
  if (length !== undefined && !/^\d{1,3}$/.test(length)) return undefined;
  const { value, size } = parsed;
  // An IPv4 block in IPv6 form counts the 96 bits in front.
  const before = size === 32 && address.includes(":") ? 96 : 0;
  const bits = length === undefined ? size : Number(length) - before;
  return bits < 0 || bits > size ? undefined : { base: value, bits, size };
}

interface Parsed {
  value: bigint;
  size: 32 | 128;
}

/** Without leading zeros, which some programs read as octal. */
const V4 = /^(?:0|[1-9]\d{0,2})(?:\.(?:0|[1-9]\d{0,2})){3}$/;
/** Checked first, because URL would read `::1]?` as `::1`. */
const V6_CHARACTERS = /^[0-9a-f:.]+$/i;
const MAPPED_V4 = 0xffffn;

function parseAddress(text: string): Parsed | undefined {
  if (V4.test(text)) return parseV4(text);
  if (!text.includes(":") || !V6_CHARACTERS.test(text)) return undefined;
  if (!URL.canParse(`http://[${text}]/`)) return undefined;
  const groups = expand(new URL(`http://[${text}]/`).hostname.slice(1, -1));
  const value = groups.reduce(
    (sum, group) => (sum << 16n) | BigInt(Number.parseInt(group, 16)),
    0n,
  );
  // An IPv4 client that came over IPv6 is still the IPv4 client.
  if (value >> 32n === MAPPED_V4) return { value: value & 0xffffffffn, size: 32 };
  return { value, size: 128 };
}

function parseV4(text: string): Parsed | undefined {
  const parts = text.split(".").map(Number);
  if (parts.some((part) => part > 255)) return undefined;
  return { value: parts.reduce((sum, part) => (sum << 8n) | BigInt(part), 0n), size: 32 };
}

function expand(address: string): string[] {
  const [head = "", tail] = address.split("::");
  const left = head === "" ? [] : head.split(":");
  if (tail === undefined) return left;
  const right = tail === "" ? [] : tail.split(":");
  const missing = 8 - left.length - right.length;
  return [...left, ...Array.from({ length: missing }, () => "0"), ...right];
}
