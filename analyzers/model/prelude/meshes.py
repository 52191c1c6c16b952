"""Meshes and clouds of points that open3d and trimesh read from files: how many points are drawn of one is written down, how many a file holds is not."""
import numpy as np
from trainlint import whole_number


def rows(count):
    return np.zeros((count, 3))


class Cloud:
    """A cloud of open3d; without a count it is as large as its file."""

    def __init__(self, count=None):
        self.points = rows(whole_number("how many points lie in a file") if count is None else count)
        self.colors = self.normals = self.points

    def has_points(self):
        return True

    def _kept(self, *args, **kwargs):
        return self

    translate = scale = rotate = transform = paint_uniform_color = estimate_normals = orient_normals_towards_camera_location = _kept

    def farthest_point_down_sample(self, num_samples):
        return Cloud(num_samples)


class Mesh(Cloud):
    def __init__(self):
        super().__init__()
        self.vertices = self.points
        self.triangles = self.points

    def compute_vertex_normals(self, *args):
        return self

    compute_triangle_normals = compute_vertex_normals

    def sample_points_uniformly(self, number_of_points=100, use_triangle_normal=False, seed=None):
        return Cloud(number_of_points)

    def sample_points_poisson_disk(self, number_of_points, init_factor=5, pcl=None, use_triangle_normal=False):
        return Cloud(number_of_points)


def read_triangle_mesh(*args, **kwargs):
    return Mesh()


def read_point_cloud(*args, **kwargs):
    return Cloud()


PointCloud, TriangleMesh = Cloud, Mesh


def Vector3dVector(points):
    return points


class Trimesh:
    """trimesh's: points on its surface, with the faces on which they lie where that is asked for."""

    def __init__(self, *args, **kwargs):
        self.vertices = rows(whole_number("how many points lie in a file"))

    def sample(self, count, return_index=False, face_weight=None):
        return (rows(count), np.zeros(count, dtype=np.int64)) if return_index else rows(count)


def load(*args, **kwargs):
    return Trimesh()


load_mesh = load


def sample_surface(mesh, count, face_weight=None, sample_color=False, seed=None):
    return rows(count), np.zeros(count, dtype=np.int64)


sample_surface_even = sample_surface
