"""mmcv.ops for clouds of points: what each kernel is given and gives back, as mmcv 2.2's Python around them says."""
import torch
from torch import nn
from torch.autograd import Function


class BallQuery(Function):
    @staticmethod
    def forward(ctx, min_radius, max_radius, sample_num, xyz, center_xyz, xyz_batch_cnt=None, center_xyz_batch_cnt=None):
        if xyz_batch_cnt is not None:
            return center_xyz.new_zeros(center_xyz.shape[0], sample_num, dtype=torch.int32)
        return xyz.new_zeros(xyz.size(0), center_xyz.size(1), sample_num, dtype=torch.int32)

    @staticmethod
    def backward(ctx, grad=None):
        return None, None, None, None, None


class KNN(Function):
    @staticmethod
    def forward(ctx, k, xyz, center_xyz=None, transposed=False):
        if center_xyz is None:
            center_xyz = xyz
        if transposed:
            xyz, center_xyz = xyz.transpose(2, 1).contiguous(), center_xyz.transpose(2, 1).contiguous()
        idx = center_xyz.new_zeros(center_xyz.size(0), center_xyz.size(1), k).int()
        dist2 = center_xyz.new_zeros(center_xyz.size(0), center_xyz.size(1), k)
        return idx.transpose(2, 1).contiguous()

    @staticmethod
    def backward(ctx, grad=None):
        return None, None, None


class FurthestPoints(Function):
    @staticmethod
    def forward(ctx, points, num_points):
        temp = points.new_zeros(points.size(0), points.size(1))
        return points.new_zeros(points.size(0), num_points, dtype=torch.int32)

    @staticmethod
    def backward(ctx, grad=None):
        return None, None


class GatherPoints(Function):
    @staticmethod
    def forward(ctx, features, indices):
        ctx.for_backwards = (indices, features.size(1), features.size(2))
        return features.new_zeros(features.size(0), features.size(1), indices.size(1))

    @staticmethod
    def backward(ctx, grad):
        _, channels, points = ctx.for_backwards
        return grad.new_zeros(grad.size(0), channels, points), None


class GroupingOperation(Function):
    @staticmethod
    def forward(ctx, features, indices, features_batch_cnt=None, indices_batch_cnt=None):
        features, indices = features.contiguous(), indices.contiguous()
        ctx.shape, ctx.for_backwards = features.shape, indices
        if features_batch_cnt is not None:
            return features.new_zeros(indices.size(0), features.size(1), indices.size(1))
        return features.new_zeros(features.size(0), features.size(1), indices.size(1), indices.size(2))

    @staticmethod
    def backward(ctx, grad):
        out = grad.new_zeros(*ctx.shape)
        grad = grad.contiguous()
        return out, None, None, None


class ThreeNN(Function):
    @staticmethod
    def forward(ctx, target, source):
        target, source = target.contiguous(), source.contiguous()
        dist2 = target.new_zeros(target.size(0), target.size(1), 3)
        return torch.sqrt(dist2), target.new_zeros(target.size(0), target.size(1), 3, dtype=torch.int32)

    @staticmethod
    def backward(ctx, first=None, second=None):
        return None, None


class ThreeInterpolate(Function):
    @staticmethod
    def forward(ctx, features, indices, weight):
        ctx.for_backwards = (indices, weight, features.size(2))
        return features.new_zeros(features.size(0), features.size(1), indices.size(1))

    @staticmethod
    def backward(ctx, grad):
        out = grad.new_zeros(grad.size(0), grad.size(1), ctx.for_backwards[2])
        grad = grad.contiguous()
        return out, None, None


class AssignScoreWithK(Function):
    @staticmethod
    def forward(ctx, scores, point_features, center_features, knn_idx, aggregate="sum"):
        out = point_features.new_zeros(point_features.size(0), point_features.size(3), scores.size(1), scores.size(2))
        contiguous = [point_features.contiguous(), center_features.contiguous(), scores.contiguous(), knn_idx.contiguous()]
        ctx.save_for_backward(out, point_features, center_features, scores, knn_idx)
        return out

    @staticmethod
    def backward(ctx, grad):
        _, point_features, center_features, scores, knn_idx = ctx.saved_tensors
        grads = [torch.zeros_like(point_features), torch.zeros_like(center_features), torch.zeros_like(scores)]
        contiguous = [grad.contiguous(), point_features.contiguous(), center_features.contiguous(), scores.contiguous()]
        return grads[2], grads[0], grads[1], None, None


ball_query, knn, gather_points = BallQuery.apply, KNN.apply, GatherPoints.apply
furthest_point_sample = furthest_point_sample_with_dist = FurthestPoints.apply
grouping_operation, three_nn, three_interpolate = GroupingOperation.apply, ThreeNN.apply, ThreeInterpolate.apply
assign_score_withk = AssignScoreWithK.apply


class QueryAndGroup(nn.Module):
    def __init__(self, max_radius, sample_num, min_radius=0.0, use_xyz=True, return_grouped_xyz=False, normalize_xyz=False, uniform_sample=False,
                 return_unique_cnt=False, return_grouped_idx=False):
        super().__init__()
        self.max_radius, self.min_radius, self.sample_num, self.use_xyz = max_radius, min_radius, sample_num, use_xyz
        self.return_grouped_xyz, self.normalize_xyz, self.return_grouped_idx = return_grouped_xyz, normalize_xyz, return_grouped_idx

    def forward(self, points_xyz, center_xyz, features=None):
        if self.max_radius is None:
            idx = knn(self.sample_num, points_xyz, center_xyz, False).transpose(1, 2).contiguous()
        else:
            idx = ball_query(self.min_radius, self.max_radius, self.sample_num, points_xyz, center_xyz)
        xyz_trans = points_xyz.transpose(1, 2).contiguous()
        grouped_xyz = grouping_operation(xyz_trans, idx)
        grouped_xyz_diff = grouped_xyz - center_xyz.transpose(1, 2).unsqueeze(-1)
        if self.normalize_xyz:
            grouped_xyz_diff /= self.max_radius
        new_features = grouped_xyz_diff
        if features is not None:
            new_features = grouping_operation(features, idx)
            if self.use_xyz:
                new_features = torch.cat([grouped_xyz_diff, new_features], dim=1)
        out = [new_features]
        if self.return_grouped_xyz:
            out.append(grouped_xyz)
        if self.return_grouped_idx:
            out.append(idx)
        return out[0] if len(out) == 1 else tuple(out)


class GroupAll(nn.Module):
    def __init__(self, use_xyz=True):
        super().__init__()
        self.use_xyz = use_xyz

    def forward(self, xyz, new_xyz, features=None):
        grouped_xyz = xyz.transpose(1, 2).unsqueeze(2)
        if features is None:
            return grouped_xyz
        grouped = features.unsqueeze(2)
        return torch.cat([grouped_xyz, grouped], dim=1) if self.use_xyz else grouped


def distances(points, features):
    both = torch.cat([points, features.transpose(1, 2)], dim=2)
    return torch.square(torch.cdist(both, both))


class PointsSampler(nn.Module):
    def __init__(self, num_point, fps_mod_list=["D-FPS"], fps_sample_range_list=[-1]):
        super().__init__()
        self.num_point, self.modes, self.ranges = num_point, fps_mod_list, fps_sample_range_list

    def forward(self, points_xyz, features):
        if features is not None and features.dtype == torch.half:
            features = features.to(torch.float32)
        indices, begin = [], 0
        for end, mode, n in zip(self.ranges, self.modes, self.num_point):
            stop = None if end == -1 else end
            points = points_xyz[:, begin:stop].contiguous()
            of = None if features is None else features[:, :, begin:stop]
            found = []
            if mode in ("F-FPS", "FS"):
                found.append(furthest_point_sample_with_dist(distances(points, of), n))
            if mode in ("D-FPS", "FS"):
                found.append(furthest_point_sample(points, n))
            found = found[0] if len(found) == 1 else torch.cat(found, dim=1)
            indices.append(found + begin)
            begin = end
        return torch.cat(indices, dim=1)
