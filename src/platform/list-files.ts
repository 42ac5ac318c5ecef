/** A page of files. R2 may give an empty page although more files follow: then the next one is read. */
export async function listFiles(bucket: R2Bucket, options: R2ListOptions): Promise<R2Objects> {
  let page = await bucket.list(options);
  while (page.truncated && page.objects.length + page.delimitedPrefixes.length === 0) {
    page = await bucket.list({ ...options, cursor: page.cursor });
  }
  return page;
}

/** All files that begin like this, a page at a time. */
export async function* pagesOfFiles(
  bucket: Pick<R2Bucket, "list">,
  prefix: string,
): AsyncGenerator<R2Object[]> {
  for (let cursor: string | undefined = ""; cursor !== undefined;) {
    const page: R2Objects = await bucket.list({ prefix, ...(cursor !== "" && { cursor }) });
    yield page.objects;
    cursor = page.truncated ? page.cursor : undefined;
  }
}
