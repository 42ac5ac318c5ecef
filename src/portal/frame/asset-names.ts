/** Made by `npm run assets`. */
export const ASSETS = {
  "portal.css": "/assets/portal/portal.ec097f7a8d.css",
  "portal.js": "/assets/portal/portal.111fe71060.js",
  "rampart.svg": "/assets/portal/rampart.c54cd3d76c.svg",
} as const;
