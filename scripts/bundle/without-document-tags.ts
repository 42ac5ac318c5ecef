/**
 * Stands in the deployed script for what hono does to `title`, `link`, `form` and the like beyond
 * writing them (wrangler.toml): it gathers them in the head and takes functions for actions. Our pages
 * write them where they belong.
 */
export const components_exports = {};
