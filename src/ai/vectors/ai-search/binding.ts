/** The part of the binding of a namespace that is used here, as it is documented. */
export interface AiSearchBinding {
  get: (instance: string) => InstanceBinding;
  list: (params: { search: string; page: number; per_page: number }) => Promise<unknown>;
  create: (config: {
    id: string;
    embedding_model: string;
    index_method: { vector: true; keyword: false };
    chunk_size: number;
    chunk_overlap: number;
    cache: false;
    rewrite_query: false;
    reranking: false;
  }) => Promise<unknown>;
  delete: (instance: string) => Promise<unknown>;
}

export interface InstanceBinding {
  search: (request: {
    query: string;
    ai_search_options: {
      retrieval: {
        retrieval_type: "vector";
        match_threshold: number;
        max_num_results: number;
        metadata_only: true;
        return_on_failure: false;
      };
      query_rewrite: { enabled: false };
      reranking: { enabled: false };
      cache: { enabled: false };
    };
  }) => Promise<unknown>;
  stats: () => Promise<unknown>;
  readonly items: {
    upload: (name: string, content: string) => Promise<unknown>;
    list: (params: {
      key?: string;
      status?: "error";
      page?: number;
      source: string;
      per_page: number;
    }) => Promise<unknown>;
    get: (itemId: string) => { sync: () => Promise<unknown> };
    delete: (itemId: string) => Promise<unknown>;
  };
}
