"""torch.utils.data.dataloader: what the batches of a DataLoader look like, for driver code. A loop over one stays Python,
as it runs the dataset's code, in processes of its own maybe."""

import torch


def _batch_of(item, count):
    """Like default_collate of that many items which all are like this one."""
    if isinstance(item, torch.Tensor):
        return torch.zeros((count,) + tuple(item.shape), dtype=item.dtype)
    if isinstance(item, bool) or isinstance(item, int):
        return torch.zeros(count, dtype=torch.int64)
    if isinstance(item, float):
        return torch.zeros(count, dtype=torch.float64)
    if isinstance(item, str):
        return [item] * count
    if isinstance(item, dict):
        return {key: _batch_of(value, count) for key, value in item.items()}
    if isinstance(item, tuple) and hasattr(item, "_fields"):
        return type(item)(*[_batch_of(part, count) for part in item])
    if isinstance(item, (tuple, list)):
        return [_batch_of(part, count) for part in item]
    prim.cut("batches of such items")


class DataLoader:
    def __init__(
        self,
        dataset,
        batch_size=1,
        shuffle=None,
        sampler=None,
        batch_sampler=None,
        num_workers=0,
        collate_fn=None,
        pin_memory=False,
        drop_last=False,
        **options,
    ):
        if not prim.in_driver():
            prim.cut("a new DataLoader")
        self.dataset = dataset
        self.batch_size = batch_size if batch_sampler is None else batch_sampler.batch_size
        self.drop_last = drop_last if batch_sampler is None else batch_sampler.drop_last
        self.collate_fn = collate_fn

    def __len__(self):
        if not prim.in_driver():
            prim.cut("the length of a DataLoader")
        count = len(self.dataset)
        if self.batch_size is None:
            return count
        return count // self.batch_size if self.drop_last else (count + self.batch_size - 1) // self.batch_size

    def __iter__(self):
        """A full batch, and the smaller one at the end."""
        if not prim.in_driver():
            prim.cut("a loop over a DataLoader")
        dataset, size, whole = self.dataset, self.batch_size, self.batch_size
        rest = 0
        if hasattr(type(dataset), "__len__"):
            count = len(dataset)
            whole = size is None or count >= size
            rest = 0 if size is None or self.drop_last else count % size
        item = dataset[0] if hasattr(type(dataset), "__getitem__") else next(iter(dataset))
        counts = ([size] if whole else []) + ([rest] if rest else [])
        for count in counts:
            if size is None:
                yield item if self.collate_fn is None else self.collate_fn(item)
            elif self.collate_fn is None:
                yield _batch_of(item, count)
            else:
                yield self.collate_fn([item] * count)
