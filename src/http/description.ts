const descriptions = new WeakSet<object>();

/** Marks a handler that says something of its route and does nothing for a request. */
export function markDescription(handler: object): void {
  descriptions.add(handler);
}

export function isDescription(handler: object): boolean {
  return descriptions.has(handler);
}
