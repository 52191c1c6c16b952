def add_by_class(output, targets, sums, counts):
    for i in range(targets.size()[0]):
        sums[targets[i]] += output[i]
        counts[targets[i]] += 1
