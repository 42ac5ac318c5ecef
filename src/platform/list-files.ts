/** A page of files. R2 may give an empty page although more files follow: then the next one is read. */
export async function listFiles(bucket: R2Bucket, options: R2ListOptions): Promise<R2Objects> {
  let page = await bucket.list(options);
  while (page.truncated && page.objects.length + page.delimitedPrefixes.length === 0) {
    page = await bucket.list({ ...options, cursor: page.cursor });
  }
  return page;
}
