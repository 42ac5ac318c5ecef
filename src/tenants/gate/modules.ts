/** The modules of the threat-intel API. Each is a scope of keys and a line of the bill. */
export const MODULES = ["urlsearch", "ipsearch", "dnssearch", "darkweb", "antispam"] as const;

export type Module = (typeof MODULES)[number];

export function scopesToMask(scopes: readonly Module[]): number {
  return scopes.reduce((mask, scope) => mask | (1 << MODULES.indexOf(scope)), 0);
}

export function maskToScopes(mask: number): Module[] {
  return MODULES.filter((_, at) => (mask & (1 << at)) !== 0);
}

export function allows(mask: number, module: Module): boolean {
  return (mask & (1 << MODULES.indexOf(module))) !== 0;
}
