"""Loops of unknown length that are left by break and return on data."""

import torch


def case_for_break(x, n):
    y = x * 0
    for i in range(n):
        x = x * 2
        if x.sum() > 10:
            break
        y = y + i
    return x, y


def case_while_true(x):
    n = 0
    while True:
        x = x * 0.5
        n += 1
        if x.norm() < 0.1:
            break
    return x, n


def case_for_return(x, n):
    for i in range(n):
        x = x + 1
        if x.sum() > 10:
            return x * i
    return x - 1


def case_for_else(x, n):
    for i in range(n):
        x = x + 1
        if x.sum() > 10:
            break
    else:
        x = x * 100
    return x


def case_while_else(x):
    k = 0
    while x.sum() < 20:
        x = x + 1
        k += 1
        if x.max() > 6:
            break
        if x.min() < -3:
            continue
        x = x + 0.5
    else:
        x = -x
    return x, k


def case_newton(a):
    x = a / 2
    for _ in range(50):
        nxt = 0.5 * (x + a / x)
        if (nxt - x).abs().max() < 1e-6:
            return nxt
        x = nxt
    return x


def case_nested(x, n, m):
    total = x * 0
    for i in range(n):
        for j in range(m):
            total = total + x * (i + j)
            if total.sum() > 5 * (i + 1):
                break
        if total.sum() > 40:
            return total * 2
    return total


def case_rows(x):
    s = torch.zeros(x.shape[1])
    for row in x:
        if row.sum() > 2:
            break
        s = s + row
    return s


def case_rows_index(x):
    s = torch.zeros(x.shape[1])
    for i in range(x.shape[0]):
        if x[i].sum() > 2:
            break
        s = s + x[i]
    return s, i


def case_two_returns(x, n):
    for i in range(n):
        x = x * 1.5
        if x.sum() > 10:
            return x
        if x.sum() < -10:
            return -x
    return x * 0


def case_find(x, v):
    i = 0
    while i < x.shape[0]:
        if x[i] == v:
            return i
        i += 1
    return -1


def case_ranged(x, n):
    for i in range(2, n, 3):
        x = x + i
        if x.sum() > 30:
            break
    return x, i


def case_returns_view(x, n):
    for i in range(n):
        if x[i].sum() > 2:
            return x[i]
    return x


def case_returns_nothing(x, n):
    for i in range(n):
        x = x + 1
        if x.sum() > 10:
            return
    return x


def case_returns_at_once(x, n):
    for i in range(n):
        x = x * 3
        return x + i
    return x - 1


def case_with_continue(x, n):
    s = x * 0
    for i in range(n):
        if i % 2 == 0:
            continue
        s = s + x * i
        if s.sum() > 8:
            break
        if s.sum() < -8:
            return s * 100
        s = s - 0.25
    return s


def case_raised(x, n):
    for i in range(n):
        x = x * 2
        if x.sum() > 10:
            raise ValueError("too large")
        if x.sum() < -10:
            break
    return x


def case_in_mode(x, n):
    for i in range(n):
        with torch.no_grad():
            x = x * 2
            if x.sum() > 10:
                break
        x = x + 1
    return x


def case_return_in_mode(x, n):
    for i in range(n):
        with torch.no_grad():
            x = x * 2
            if x.sum() > 10:
                return x + 5
        x = x + 1
    return x


def case_in_try(x, n):
    done = x * 0
    for i in range(n):
        try:
            x = x * 2
            if x.sum() > 10:
                break
            if x.sum() < -10:
                return x
        finally:
            done = done + 1
    return x, done


def case_appends(x, n):
    out = []
    for i in range(n):
        x = x * 1.5
        out.append(x)
        if x.sum() > 10:
            break
    return torch.stack(out)


def case_writes(x, n):
    y = x.clone()
    for i in range(n):
        y.mul_(1.5)
        if y.sum() > 10:
            break
    return y


def case_writes_input(x, n):
    for i in range(n):
        x.mul_(1.5)
        if x.sum() > 10:
            break
    return x


def case_fills(x):
    out = torch.zeros(x.shape[0])
    for i in range(x.shape[0]):
        if x[i].sum() > 2:
            break
        out[i] = x[i].sum()
    return out


def case_callee(x, n):
    for i in range(n):
        x = x + 1
        if x.sum() > 10:
            return x, i
    return x, -1


def case_calls(x, n):
    y, i = case_callee(x, n)
    z, j = case_callee(x * 2, n)
    return y * z + i + j


def case_counts(x):
    n = 0
    while True:
        if n == 3:
            break
        x = x * 2
        n += 1
        if x.sum() > 10:
            break
    return x, n


def case_shrinks(x):
    while True:
        x = x[:-1]
        if x.shape[0] < 3:
            break
        if x.sum() > 1:
            break
    return x


def case_long_known(x):
    for i in range(60):
        x = x + 0.5
        if x.sum() > 50:
            break
    return x * i


def case_counted(x):
    i = 0
    while i < 200:
        x = x * 0.99
        i += 1
    return x


def case_in_nested_known(x, n):
    for i in range(n):
        for k in range(3):
            x = x + k
            if x.sum() > 10:
                break
        x = x * 0.5
    return x


def case_return_in_nested_known(x, n):
    for i in range(n):
        for k in range(3):
            x = x + k
            if x.sum() > 10:
                return x
        x = x * 0.5
    return x


def case_local_after(x, n):
    for i in range(n):
        t = x * i
        if t.sum() > 4:
            break
    return t


def case_decode(logits, start, limit):
    tokens = start
    for step in range(limit):
        scores = logits[step] + tokens
        best = scores.argmax()
        if best == 2:
            break
        tokens = tokens + best
    return tokens


def case_item_break(x, n):
    total = 0.0
    for i in range(n):
        total += x.sum().item() * i
        if total > 10:
            break
    return total, i


def case_power(a, v):
    for _ in range(1000):
        w = a @ v
        w = w / w.norm()
        if (w - v).norm() < 1e-4:
            break
        v = w
    return v


def case_else_of_while(x, n):
    a = x
    b = x.sum()
    k = 0
    while k < n:
        k += 1
        b = a.clone()
        b.add_(1)
    else:
        a = a - b * 0.25
    return a, b


def case_else_that_returns(x, n):
    b = x.sum()
    for _ in range(n):
        b = x * 2
        if b.sum() > 5:
            break
    else:
        return b
    return x, b


def case_kept_at_first(x, n):
    a = x
    for i in range(n):
        if i > 0:
            a = a * 2
    return a


def case_kept_on_data(x, n):
    a = x
    for i in range(n):
        if x.sum() > i:
            a = a * 2
    return a, x * 2


def case_one_under_two_names(x, n):
    a, b = x * 1, x * 2
    for i in range(n):
        a = a * 0.5 + b
        b = a
    return a, b


def case_one_of_two_names(x, n):
    a, b = x * 1, x * 2
    for i in range(n):
        t = a * 0.5 + b
        if t.sum() > 1:
            a = t
        b = t
    return a, b


def case_written_later(x, n):
    a = x
    for i in range(n):
        if i > 0:
            a.add_(1)
        if i > 1:
            a = a * 2
    return x + a


def case_held_by_a_list(x, n):
    a = x * 2
    kept = [a]
    for i in range(n):
        if x.sum() > i:
            a = a + 1
    return a, kept


def case_else_that_breaks_out(x, n):
    parts = [x, x * 2, x * 3]
    for part in parts:
        part[:1] = 0.5
        for _ in range(1):
            n = n + 1
        else:
            if part.sum() > n:
                break
        n = n + 1
    return parts, n


def case_else_that_goes_on(x, n):
    parts = [x, x * 2, x * 3]
    for part in parts:
        i = 0
        while i < 2:
            i += 1
        else:
            if part.sum() > n:
                continue
        part[:1] = 0.5
        n = n + 1
    return parts, n


def case_both_leave(x, n):
    parts = [x, x * 2, x * 3]
    for part in parts:
        part[:1] = 0.5
        for i in range(2):
            if part.sum() > n:
                break
            n = n + i
        else:
            if x.sum() < 0:
                break
        part.add_(1)
    return parts, n


def case_sized_in_both_arms(x, n):
    a = x.double()
    for _ in range(n):
        a = x * 0.5
    a[:1].zero_()
    b = x * 0.5
    return b[n:]


def case_apart_in_mode(x, n):
    with torch.no_grad():
        if n > 1:
            if x.sum() > 0:
                return x * 2, x
            return x, x + 1
        y = x * 3
    return y


def case_apart_in_mode_of_loop(x, n):
    with torch.enable_grad(), torch.no_grad():
        for _ in range(n):
            if x.sum() > 0:
                if n > 2:
                    return x + 1, n
                return x
            x = x * 2
    return x * 2
